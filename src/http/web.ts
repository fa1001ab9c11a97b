import { v4 } from '../contract/apis.ts'
import { currentSession } from '../gitlab/access/credentials.ts'
import { createViewer } from '../gitlab/access/viewer.ts'
import { addressesUnder } from '../gitlab/domain/addresses.ts'
import { systemContext } from '../gitlab/domain/context.ts'
import type { HookMessage } from '../gitlab/domain/hooks/hook-message.ts'
import { releases } from '../gitlab/domain/release.ts'
import { findWebRoute } from '../gitlab/web/routes.ts'
import type { WebAnswer } from '../gitlab/web/web-request.ts'
import type { Store } from '../store/store.ts'
import { applyFaultBefore, findFault } from './apply-fault.ts'
import { nothing, type RawParameters, readBody, readBodyParameters } from './body.ts'
import type { Call } from './call.ts'
import type { ExecuteOptions } from './execute.ts'
import { GivenParameters } from './given-parameters.ts'
import { cookieOf } from './presented-credentials.ts'
import type { Answer } from './response.ts'

type WebRoute = NonNullable<ReturnType<typeof findWebRoute>>

/**
 * Answers pages and OAuth 2 endpoints; undefined for any other path. The caller is the user of the session cookie; an
 * unknown session counts as none.
 * @throws ApiError where the request is refused.
 */
export async function webAnswer(options: ExecuteOptions, call: Call): Promise<Answer | undefined> {
  const { method, url, query } = call.address
  const route = findWebRoute(method, url.pathname)
  if (!route) return undefined
  call.given = new GivenParameters(query)
  const parameters = { ...query, ...(await bodyOf(options, call)) }
  call.given = new GivenParameters(parameters)
  const fault = findFault(options, call)
  const outcome =
    fault?.phase === 'before' ? await applyFaultBefore(options, call, fault) : undefined
  if (outcome && 'status' in outcome) return outcome
  return run(options, call, outcome?.store ?? options.store, route, parameters)
}

async function bodyOf({ bodyLimit }: ExecuteOptions, call: Call): Promise<RawParameters> {
  const received = await readBody(call.request, bodyLimit)
  if (!received) return nothing
  call.body = received
  return readBodyParameters(received, call.request.headers)
}

function run(
  { consequences, random, now: readClock, deliver }: ExecuteOptions,
  call: Call,
  store: Store,
  { run: operation, prefix = call.request.base ?? '' }: WebRoute,
  parameters: RawParameters,
): WebAnswer | undefined {
  const { request, address } = call
  const { url } = address
  const now = readClock()
  call.now ??= now
  const cookie = cookieOf(request.headers, v4.sessionCookie)
  if (cookie !== undefined) call.secrets = [cookie]
  const session = cookie === undefined ? undefined : currentSession(store, cookie, now)
  const owner = session && store.users.get(session.user_id)
  const user = owner?.state === 'active' ? owner : undefined
  const viewer = createViewer({ store, user, today: now.slice(0, 10) })
  call.viewer = viewer
  const messages: HookMessage[] = []
  const addresses = addressesUnder(`${url.origin}${prefix}`)
  const release = releases[v4.release]
  const source = { store, consequences, release, now, random }
  const context = Object.assign(systemContext(source, addresses, messages), {
    viewer,
    session: user && session,
    prefix,
    url,
    headers: request.headers,
    parameters,
  })
  const answer = store.transaction(() => operation(context))
  deliver(messages)
  return answer
}

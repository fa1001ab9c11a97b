import { checkScopes, identify, type PresentedCredentials } from '../access/credentials.ts'
import { createViewer, type Viewer } from '../access/viewer.ts'
import type { HookMessage } from '../activity/hook-message.ts'
import { ApiError, forbidden, unauthorized, unknownRoute, wrongMethod } from '../contract/errors.ts'
import type { OperationContract } from '../contract/operation-contract.ts'
import type { PathParameters, Route } from '../contract/router.ts'
import { withPipelines } from '../domain/builds/pipeline-files.ts'
import type { Consequences, Context } from '../domain/context.ts'
import { type SystemContext, systemContext } from '../domain/context.ts'
import { isLoaded, loadOperations } from '../operations/index.ts'
import type { Store } from '../store/store.ts'
import { nothing, readBody, readBodyParameters } from './body.ts'
import { type AnswersAs, answerAs } from './departures.ts'
import { readForm } from './form.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Perspective } from './moments.ts'
import { readPage } from './pagination.ts'
import { readParameters } from './parameters.ts'
import { readCredentials } from './presented-credentials.ts'
import type { RequestAddress } from './request-address.ts'
import type { RequestTrace } from './request-trace.ts'
import type { Answer } from './response.ts'
import { runOperation } from './run-operation.ts'
import { type StrikeOptions, strikeBefore } from './strike.ts'

/** What answering a request needs of the forge. */
export interface AnswerOptions extends StrikeOptions {
  readonly consequences: Consequences
  readonly answersAs: AnswersAs
  readonly route: (method: string, path: string) => Route
  /** ISO 8601. */
  now(): string
  random(): number
  /** Gives what takes the random numbers back to where they are now. */
  markChance(): () => void
  momentOf(perspective: Perspective): () => object
  /** In bytes. */
  readonly bodyLimit: number
  /** Sends the messages of an operation to the system hooks, after it; never throws. */
  deliver(messages: readonly HookMessage[]): void
}

/**
 * Answers a request: route, who is asking, parameters, records, operation. The body is the
 * last thing waited for; from then on nothing interleaves, and an operation that throws leaves nothing
 * behind. Throws an ApiError where the request is refused; `trace` is filled in as it goes.
 */
export async function answerRequest(
  options: AnswerOptions,
  request: IncomingRequest,
  address: RequestAddress,
  trace: RequestTrace,
): Promise<Answer> {
  const { operation, path } = findOperation(options, address)
  trace.operation = operation
  if (!isLoaded(operation)) await loadOperations(operation)
  const query = readForm(address.url.search)
  trace.parameters = query
  const received = await readBody(request, options.bodyLimit)
  if (received) trace.body = received
  const body = received ? await readBodyParameters(received, request.headers) : nothing
  if (received) trace.parameters = { ...query, ...body }
  const presented = readCredentials(request.headers, query, body)
  trace.secrets = credentialsOf(presented)
  const messages: HookMessage[] = []
  const signIn = (store: Store): SignedIn => {
    const { consequences, now, random } = options
    const work = systemContext({ store, consequences, now, random }, address.origin, messages)
    const identity = identify(store, presented, work.today)
    const viewer = createViewer({ ...identity, store, today: work.today })
    trace.viewer = viewer
    return { work, identity, viewer }
  }
  let signedIn = signIn(options.store)
  const strike = strikeBefore(options, request, address, trace)
  if (strike) {
    const outcome = await strike
    if ('status' in outcome) return outcome
    // Whatever happened meanwhile, and whatever world it is: who asks is looked up there.
    signedIn = signIn(outcome.store)
  }
  const { store } = signedIn.work
  const given: Given = { operation, path, query, body, address }
  const takeBackChance = options.markChance()
  let isRepeated = false
  const answer = await withPipelines(
    () => carryOut(options, given, isRepeated ? signIn(store) : signedIn, messages, trace),
    () => {
      takeBackChance()
      messages.length = 0
      isRepeated = true
    },
  )
  if (answer instanceof ApiError) throw answer
  return answer
}

/** What a request gives to its operation. */
interface Given {
  readonly operation: OperationContract
  readonly path: PathParameters
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly address: RequestAddress
}

/** Who asks, and what an operation works with. */
interface SignedIn {
  readonly work: SystemContext
  readonly identity: ReturnType<typeof identify>
  readonly viewer: Viewer
}

/** The part of answering in which nothing is waited for. */
function carryOut(
  options: AnswerOptions,
  { operation, path, query, body, address }: Given,
  { work, identity, viewer }: SignedIn,
  messages: readonly HookMessage[],
  trace: RequestTrace,
): Answer | ApiError {
  const { store } = work
  if (identity.credential) checkScopes(identity.credential, operation)
  if (operation.access !== 'public' && !viewer.user) throw unauthorized()
  if (operation.access === 'admin' && !viewer.isAdmin) throw forbidden()

  const { values: parameters, defaulted } = readParameters(operation, path, query, body)
  trace.parameters = parameters
  trace.defaulted = defaulted
  // Of another world nothing is kept, such as the one before the last write.
  const moment =
    store === options.store
      ? options.momentOf({ ...identity, today: work.today, origin: address.origin })
      : undefined
  const context: Context = { ...work, viewer, ...(moment && { moment }) }
  const page = operation.isPaginated ? readPage(query) : undefined
  const answer = store.transaction(() =>
    answerAs(options.answersAs, operation, () =>
      runOperation(operation, context, parameters, page, address.url),
    ),
  )
  options.deliver(messages)
  return answer
}

function credentialsOf({ privateToken, accessToken, session }: PresentedCredentials): string[] {
  return [privateToken, accessToken, session].filter((one) => one !== undefined)
}

function findOperation(options: AnswerOptions, address: RequestAddress) {
  const found = routesOf(options, address).find(({ kind }) => kind !== 'unknown')
  if (!found || found.kind === 'unknown') throw unknownRoute()
  if (found.kind === 'wrong method') throw wrongMethod(found.allowed)
  return found
}

/**
 * Where a path may lead, the likeliest first. A `.json` at the end is tolerated, as GitLab 8.15 did,
 * but it belongs to the name where the path ends in that of a branch or a tag.
 */
function routesOf({ route }: AnswerOptions, { method, path }: RequestAddress): Route[] {
  if (path === undefined) return []
  const whole = route(method, path)
  if (!path.endsWith('.json')) return [whole]
  const stripped = route(method, path.slice(0, -'.json'.length))
  return endsInName(stripped) ? [whole, stripped] : [stripped, whole]
}

function endsInName(route: Route): boolean {
  if (route.kind !== 'operation') return false
  const { parameters, path } = route.operation
  return parameters.some(({ name, spansSlashes }) => spansSlashes && path.endsWith(`{${name}}`))
}

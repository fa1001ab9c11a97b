import type { OperationId } from '../../contract/operation-contract.ts'
import { isUrl } from '../../shared/is-url.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { type Answer, NoAnswer } from '../client/answer.ts'
import { type Call, type Client, createClient, type WritingClient } from '../client/client.ts'
import { encodeCall } from '../client/encode.ts'
import { isPassing, retryAfterOf } from '../client/retries.ts'
import type { Contract } from '../contract/contract.ts'
import { CannotVerify, type Fetch, type Settings } from '../options.ts'
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts'
import type { GivenUser } from '../story/accounts.ts'
import { isObject } from '../story/bodies.ts'
import { createInstance, type Instance } from '../story/instance.ts'

export interface Connection {
  readonly client: WritingClient
  readonly sandbox: Sandbox
  readonly instance: Instance
  /** The plain user whose token was provided, if any. */
  readonly plainUser?: GivenUser
}

/**
 * Connects to the server and identifies the user of the token. Throws CannotVerify where the server is unreachable,
 * refuses the token, or has another API, or where writing requires an administrator. `onCall` is called with each
 * response to a call, those of clean-up included.
 */
export async function connect(
  settings: Settings,
  contract: Contract,
  onCall?: (call: Call, answer: Answer) => void,
): Promise<Connection> {
  const sandbox = createSandbox(settings, contract, settings.patience)
  const fetch = settings.readOnly ? readsOf(settings) : settings.fetch
  const client = createClient(
    { ...settings, fetch },
    {
      begin: sandbox.begin,
      end(call, answer, options) {
        sandbox.end(call, answer, options)
        onCall?.(call, answer)
      },
    },
  )
  for (const secret of secretsOf(settings)) client.masking.add(secret)
  const { username = '', isAdmin, instanceSettings } = await identify(client, contract, settings)
  const plainUser = await readPlainUser(client, contract, settings)
  sandbox.open({ client, user: username, instanceSettings, givenUser: plainUser?.id })
  return {
    client,
    sandbox,
    instance: createInstance(instanceSettings ?? {}, isAdmin, () => client.serverTime, settings),
    ...(plainUser ? { plainUser } : {}),
  }
}

/** Throws CannotVerify where the token of the plain user is refused, or belongs to an administrator. */
async function readPlainUser(
  client: WritingClient,
  contract: Contract,
  { userToken: token, apiUrl }: Settings,
): Promise<GivenUser | undefined> {
  if (token === undefined) return undefined
  const credential = { kind: 'private token', token } as const
  const operation = contract.operation('getCurrentUser')
  const { status, body } = await client
    .read(encodeCall(apiUrl, operation, {}, { credential }))
    .catch((error: unknown) => throwUnreachable(error, apiUrl))
  if (status !== 200 || !isObject(body)) {
    throw new CannotVerify(`${apiUrl} does not accept the token of the plain user (${status}).`)
  }
  const { id, username, name, email, is_admin } = body
  if (is_admin === true) {
    throw new CannotVerify(
      `The token of the plain user belongs to ${visibleText(String(username))}, who is an administrator; give another, or none.`,
    )
  }
  return {
    id: Number(id),
    username: String(username),
    name: String(name),
    email: String(email),
    token,
  }
}

/** With `readOnly`, only GET requests are sent, whatever a check does. */
function readsOf({ fetch }: Settings): Fetch {
  return async (request) => {
    if (request.method === 'GET') return fetch(request)
    throw new Error(`${request.method} ${request.url} is not sent: the run is read-only`)
  }
}

function secretsOf({ token, userToken, credentials }: Settings): string[] {
  return [token, userToken, ...Object.values(credentials ?? {})].filter(
    (secret) => secret !== undefined,
  )
}

/** The user of the token. */
export interface Identity {
  /** Undefined where the user's own record cannot be read. */
  readonly username?: string
  readonly isAdmin: boolean
  /** The settings of the instance, where they are readable. */
  readonly instanceSettings?: Readonly<Record<string, unknown>>
}

/**
 * Identifies the user of the token: one who can read the settings of the instance is an administrator, even on a faulty
 * server. Throws CannotVerify where a run cannot start with the token.
 */
export async function identify(
  client: Client,
  contract: Contract,
  settings: Settings,
): Promise<Identity> {
  const credential = { kind: 'private token', token: settings.token } as const
  const call: ReadAsUser = (operation) =>
    client.read(encodeCall(client.apiUrl, contract.operation(operation), {}, { credential }))
  // Sent concurrently: if one of them gets no response, the server still counts as reachable.
  const asked = call('getCurrentUser')
  asked.catch(() => {})
  const instanceSettings = await readInstanceSettings(call)
  if (!instanceSettings) return identifyUser(asked, settings)
  const answer = await asked.catch(() => undefined)
  const username = isObject(answer?.body) ? answer.body.username : undefined
  return {
    isAdmin: true,
    instanceSettings,
    ...(typeof username === 'string' ? { username } : {}),
  }
}

type ReadAsUser = (operation: OperationId) => Promise<Answer>

/** Undefined where they are refused, or there is no response. */
async function readInstanceSettings(call: ReadAsUser) {
  const answer = await call('getApplicationSettings').catch((error: unknown) => {
    if (error instanceof NoAnswer) return undefined
    throw error
  })
  return answer?.status === 200 && isObject(answer.body) ? answer.body : undefined
}

function throwUnreachable(error: unknown, apiUrl: string): never {
  if (!(error instanceof NoAnswer)) throw error
  throw new CannotVerify(`${apiUrl} cannot be reached: ${error.message}.`)
}

/** Throws CannotVerify where the server redirects elsewhere, or is no API. */
function checkPlace(apiUrl: string, status: number, headers: Headers): void {
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null) {
    const to = isUrl(location, apiUrl) ? new URL(location, apiUrl).href : location
    const base = visibleText(to.replace(/\/user\/?$/, ''))
    throw new CannotVerify(
      `${apiUrl} answers ${status} with the Location ${visibleText(location)}, and no redirect is followed: give ${base} as the URL.`,
    )
  }
  if (isPassing({ status })) {
    throw new CannotVerify(
      `${apiUrl} cannot be reached: it answered ${status}${retryAfterOf(headers)}.`,
    )
  }
}

/** Identifies the user of the token. Throws CannotVerify where a run cannot start with it. */
async function identifyUser(
  asked: Promise<Answer>,
  { api, apiUrl, readOnly }: Settings,
): Promise<Identity> {
  const { status, body, headers } = await asked.catch((error: unknown) =>
    throwUnreachable(error, apiUrl),
  )
  checkPlace(apiUrl, status, headers)
  if (status === 401) throw new CannotVerify(`${apiUrl} does not accept the token (401).`)
  if (status !== 200 || !isObject(body) || typeof body.username !== 'string') {
    throw new CannotVerify(
      `${apiUrl} is not the ${api} API: GET /user answered ${status} without a username. Check the URL.`,
    )
  }
  const isAdmin = body.is_admin === true
  if (!isAdmin && !readOnly) {
    throw new CannotVerify(
      `The token belongs to ${visibleText(body.username)}, who is not an administrator; give an administrator's token, or --read-only.`,
    )
  }
  return { isAdmin, username: body.username }
}

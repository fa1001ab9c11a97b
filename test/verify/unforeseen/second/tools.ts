import { type Call, parametersOf, readCall, toRequest, withParameters } from '../../mutants/call.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  readJson,
  withJson,
  withoutLength,
} from '../../mutants/json.ts'
import { type Answer, type Ask, at, type Forge, type Handle, type OperationId } from '../server.ts'

/** A request on its way to the forge. */
export interface Exchange {
  readonly call: Call
  readonly forge: Forge
  /** The parameters of the query and the body. */
  readonly given: JsonObject
  /** A number in the path. */
  readonly id: (name: string) => number
  /** What the forge answers, to this call or to another one. */
  readonly send: (call?: Call) => Promise<Response>
  /** Asks for something else, as whoever makes the call. */
  readonly askAsCaller: (method: string, path: string, body?: JsonObject) => Promise<Answer>
}

export type Way = (exchange: Exchange) => Promise<Response>
type Ways = { readonly [Name in OperationId]?: Way }

/** A server that goes ways of its own at some operations; what they remember is that of one server. */
export const serving =
  (waysOf: (forge: Forge) => Ways) =>
  (forge: Forge): Handle => {
    const ways = waysOf(forge)
    return async (request) => {
      const call = await readCall(request)
      const way = call.operation && ways[call.operation]
      return way ? way(exchangeOf(forge, call)) : forge.fetch(toRequest(call))
    }
  }

/** A server that goes one way at some operations. */
export const going = (operations: readonly OperationId[], way: Way) =>
  serving(() => Object.fromEntries(operations.map((operation) => [operation, way])))

/** A server that goes one way at every request. */
export const goingEverywhere =
  (wayOf: (forge: Forge) => Way) =>
  (forge: Forge): Handle => {
    const way = wayOf(forge)
    return async (request) => way(exchangeOf(forge, await readCall(request)))
  }

/** A server that reads some parameters as others; undefined where it does not see one. */
export const reading = (
  operations: readonly OperationId[],
  changes: (exchange: Exchange) => Record<string, Json | undefined>,
) =>
  going(operations, (exchange) => exchange.send(withParameters(exchange.call, changes(exchange))))

/** A server that shows what it answers otherwise: each item of a list, or the one object. */
export const showing = (
  operations: readonly OperationId[],
  change: (object: JsonObject, exchange: Exchange) => JsonObject,
) =>
  going(operations, async (exchange) =>
    edited(await exchange.send(), (object) => change(object, exchange)),
  )

function exchangeOf(forge: Forge, call: Call): Exchange {
  return {
    call,
    forge,
    given: parametersOf(call),
    id: (name) => Number(call.path.get(name)),
    send: (other = call) => forge.fetch(toRequest(other)),
    askAsCaller: (method, path, body) => answerOf(forge, requestOf(call, method, path, body)),
  }
}

/** The exchange with another call in the place of its own. */
export const withCall = (exchange: Exchange, call: Call): Exchange => ({
  ...exchange,
  call,
  send: (other = call) => exchange.send(other),
})

async function answerOf(forge: Forge, request: Request): Promise<Answer> {
  const response = await forge.fetch(request)
  const json = await readJson(response)
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    json,
  }
}

function requestOf(call: Call, method: string, path: string, body?: JsonObject): Request {
  const url = new URL(`/api/v3${path}`, call.url)
  for (const name of ['private_token', 'access_token', 'sudo']) {
    const value = call.url.searchParams.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  const headers = new Headers()
  for (const name of ['private-token', 'authorization', 'cookie', 'sudo']) {
    const value = call.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (body) headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
}

/** The call in the name of an administrator, whoever made it. */
export function asAdministrator({ call, forge }: Exchange): Call {
  const url = new URL(call.url)
  for (const name of ['private_token', 'access_token', 'sudo']) url.searchParams.delete(name)
  const headers = new Headers(call.headers)
  for (const name of ['authorization', 'cookie', 'sudo']) headers.delete(name)
  headers.set('private-token', Object.values(forge.tokens)[0] ?? '')
  return { ...call, url, headers }
}

/** Whether a call brings credentials of any kind. */
export function isAnonymous({ headers, url }: Call): boolean {
  const inHeaders = ['private-token', 'authorization', 'cookie'].some((name) => headers.has(name))
  const inQuery = ['private_token', 'access_token'].some((name) => url.searchParams.has(name))
  return !inHeaders && !inQuery
}

/** Who makes a call. */
export async function callerOf({ askAsCaller }: Exchange): Promise<number> {
  return numberAt((await askAsCaller('GET', '/user')).json, 'id')
}

/** The answer with each object of it changed; a refusal stays as it is. */
export async function edited(
  response: Response,
  change: (object: JsonObject) => JsonObject,
): Promise<Response> {
  const json = response.ok ? await readJson(response) : undefined
  const changed = (item: Json) => (isObject(item) ? change(item) : item)
  if (Array.isArray(json)) return withJson(response, json.map(changed))
  return isObject(json) ? withJson(response, change(json)) : response
}

/** The answer to a list with other items, or in another order, whichever page is asked for. */
export async function relisted(
  { call, send }: Exchange,
  relist: (items: JsonObject[]) => JsonObject[],
): Promise<Response> {
  const response = await send()
  if (!response.ok) return response
  const all: JsonObject[] = []
  for (let page = 1; all.length === (page - 1) * 100; page++) {
    const json = await readJson(await send(withParameters(call, { page, per_page: 100 })))
    if (Array.isArray(json)) all.push(...json.filter(isObject))
  }
  const items = relist(all)
  const page = Number(response.headers.get('x-page') ?? 1)
  const size = Number(response.headers.get('x-per-page') ?? 20)
  const shown = withJson(response, items.slice((page - 1) * size, page * size))
  if (items.length !== all.length) {
    shown.headers.set('x-total', String(items.length))
    shown.headers.set('x-total-pages', String(Math.max(1, Math.ceil(items.length / size))))
  }
  return shown
}

/** A server that lists otherwise: other items, or another order. */
export const listing = (
  operations: readonly OperationId[],
  relist: (items: JsonObject[], exchange: Exchange) => JsonObject[],
) => going(operations, (exchange) => relisted(exchange, (items) => relist(items, exchange)))

export const refusal = (status: number, message: string): Response =>
  Response.json({ message }, { status })

/** The answer with some headers set. */
export function withHeaders(response: Response, set: Record<string, string>): Response {
  const headers = withoutLength(response.headers)
  for (const [name, value] of Object.entries(set)) headers.set(name, value)
  const { status } = response
  return new Response(status === 304 ? null : response.body, { status, headers })
}

/** By a field, ascending. */
export const by = (name: string) => (one: JsonObject, other: JsonObject) => {
  const [a, b] = [one[name] ?? '', other[name] ?? '']
  return a < b ? -1 : a > b ? 1 : 0
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** The number under a path of JSON; NaN where there is none. */
export function numberAt(json: unknown, path: string): number {
  const found = at(json, path)
  return typeof found === 'number' ? found : Number.NaN
}

/** What the items of a list have under a path. */
export const column = (json: unknown, path: string): unknown[] =>
  Array.isArray(json) ? json.map((item: unknown) => at(item, path)) : []

/** The id of what a POST makes. */
export async function made(
  ask: Ask,
  path: string,
  body: unknown,
  request: { token?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  return numberAt((await ask('POST', path, { ...request, body })).json, 'id')
}

/** A project of its own, by default with a first commit: a README.md on master. */
export async function newProject(ask: Ask, name: string, more: JsonObject = {}): Promise<number> {
  const id = await made(ask, '/projects', { name, ...more })
  await commitFile(ask, id, 'README.md', 'Begin\n')
  return id
}

/** Commits a new file to a branch. */
export const commitFile = (
  ask: Ask,
  project: number,
  path: string,
  content: string,
  branch = 'master',
) =>
  ask('POST', `/projects/${project}/repository/files`, {
    body: { file_path: path, branch_name: branch, content, commit_message: `Add ${path}` },
  })

/** A user, whom `sudo` acts for. */
export const newUser = (ask: Ask, username: string, more: JsonObject = {}): Promise<number> =>
  made(ask, '/users', {
    username,
    name: `${username} of the second set`,
    email: `${username}@second.example`,
    password: 'long enough to keep',
    ...more,
  })

export const sudo = (user: number | string) => ({ headers: { sudo: String(user) } })

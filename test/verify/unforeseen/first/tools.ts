import { type Call, readCall, toRequest } from '../../mutants/call.ts'
import { isObject, type Json, type JsonObject, readJson, withJson } from '../../mutants/json.ts'
import type { Answer, Ask, Forge, Handle, OperationId } from '../server.ts'
import { at } from '../server.ts'

type Start = (forge: Forge) => Handle
type Pass = (call: Call) => Promise<Response>

/** A server that reads each call and may ask the forge behind it. */
export function serve(forge: Forge, act: (call: Call, pass: Pass) => Promise<Response>): Handle {
  return async (request) => act(await readCall(request), (call) => forge.fetch(toRequest(call)))
}

/** Changes the JSON of what succeeds. */
export function answering(
  operations: readonly OperationId[],
  edit: (json: Json, call: Call, forge: Forge) => Json | Promise<Json>,
): Start {
  return (forge) =>
    serve(forge, async (call, pass) => {
      const response = await pass(call)
      if (!response.ok || !isOne(call, operations)) return response
      const json = await readJson(response)
      return json === undefined ? response : withJson(response, await edit(json, call, forge))
    })
}

/** Changes every record of an answer, be it a list or one. */
export const showing = (
  operations: readonly OperationId[],
  edit: (record: JsonObject, call: Call) => JsonObject,
): Start => answering(operations, (json, call) => each(json, (record) => edit(record, call)))

/** Changes what is asked. */
export const asking =
  (operations: readonly OperationId[], edit: (call: Call) => Call): Start =>
  (forge) =>
    serve(forge, (call, pass) => pass(isOne(call, operations) ? edit(call) : call))

/** Answers with another status and message what the forge answers with a status. */
export const refusing =
  (operations: readonly OperationId[], from: number, to: number, body: JsonObject): Start =>
  (forge) =>
    serve(forge, async (call, pass) => {
      const response = await pass(call)
      return isOne(call, operations) && response.status === from ? reply(to, body) : response
    })

export const isOne = (call: Call, operations: readonly OperationId[]) =>
  call.operation !== undefined && operations.includes(call.operation)

function each(json: Json, edit: (record: JsonObject) => JsonObject): Json {
  if (Array.isArray(json)) return json.map((item) => (isObject(item) ? edit(item) : item))
  return isObject(json) ? edit(json) : json
}

export const records = (json: Json | undefined): JsonObject[] =>
  Array.isArray(json) ? json.filter(isObject) : []

export const reply = (status: number, body: Json): Response => Response.json(body, { status })

/** What the forge says to an administrator. */
export async function peek(forge: Forge, path: string, token = 'root-token') {
  const headers = { 'private-token': token }
  return readJson(await forge.fetch(`http://forge.test/api/v3${path}`, { headers }))
}

/** The same answer with some headers changed. */
export function withHeaders(response: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(response.headers)
  change(headers)
  return new Response(response.body, { status: response.status, headers })
}

/** Makes something and says its id. */
export async function create(ask: Ask, path: string, body: unknown): Promise<number> {
  return Number(at((await ask('POST', path, { body })).json, 'id'))
}

const listed = ({ json }: Answer): readonly unknown[] => (Array.isArray(json) ? json : [])

/** What stands under a name in every record of a list. */
export const column = (answer: Answer, name: string): readonly unknown[] =>
  listed(answer).map((item) => at(item, name))

/** Changes all JSON, of failures as well. */
export const always =
  (edit: (json: Json, call: Call, status: number) => Json): Start =>
  (forge) =>
    serve(forge, async (call, pass) => {
      const response = await pass(call)
      const json = await readJson(response)
      return json === undefined ? response : withJson(response, edit(json, call, response.status))
    })

/** Changes the values under some names, however deep. */
export function deep(json: Json, edit: (value: Json, name: string) => Json): Json {
  if (Array.isArray(json)) return json.map((item) => deep(item, edit))
  if (!isObject(json)) return json
  const entries = Object.entries(json)
  return Object.fromEntries(entries.map(([name, value]) => [name, edit(deep(value, edit), name)]))
}

/** Changes the headers of every answer. */
export const heading =
  (change: (headers: Headers) => void): Start =>
  (forge) =>
    serve(forge, async (call, pass) => withHeaders(await pass(call), change))

/** The same call by the administrator. */
export function asRoot(call: Call): Call {
  const url = new URL(call.url)
  for (const name of ['private_token', 'access_token', 'sudo']) url.searchParams.delete(name)
  const headers = new Headers({ 'private-token': 'root-token' })
  const type = call.headers.get('content-type')
  if (type !== null) headers.set('content-type', type)
  return { ...call, url, headers }
}

/** What a call by somebody else changes on the way. */
export const write = (forge: Forge, method: string, path: string, body?: Json) =>
  forge.fetch(`http://forge.test/api/v3${path}`, {
    method,
    headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** The token of a call that is sent as a private one. */
export const tokenOf = (call: Call): string =>
  call.headers.get('private-token') ?? call.url.searchParams.get('private_token') ?? ''

import type { OperationId } from '../../../src/contract/generated/v3/contract.ts'
import { operations } from '../../../src/contract/generated/v3/operations.ts'
import { createRouter } from '../../../src/contract/router.ts'
import { RequestAddress } from '../../../src/http/request-address.ts'
import { isObject, type Json, type JsonObject } from './json.ts'

/** A request that is read far enough to be matched, and can be made again with changes. */
export interface Call {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer> | undefined
  /** Undefined where the path or the method leads nowhere. */
  readonly operation: OperationId | undefined
  readonly path: ReadonlyMap<string, string>
}

const route = createRouter(operations)

export async function readCall(request: Request): Promise<Call> {
  const { method, path = '' } = new RequestAddress(request)
  const whole = route(method, path)
  const found = whole.kind === 'operation' ? whole : route(method, path.replace(/\.json$/, ''))
  const isOperation = found.kind === 'operation'
  return {
    method: request.method,
    url: new URL(request.url),
    headers: new Headers(request.headers),
    bytes: request.body ? new Uint8Array(await request.arrayBuffer()) : undefined,
    operation: isOperation ? found.operation.id : undefined,
    path: isOperation ? found.path : new Map(),
  }
}

export function toRequest({ method, url, headers, bytes }: Call): Request {
  const copy = new Headers(headers)
  copy.delete('content-length')
  return new Request(url, { method, headers: copy, ...(bytes?.length ? { body: bytes } : {}) })
}

/** The parameters of the query and of a JSON or form body by name, without those of the path. */
export function parametersOf(call: Call): JsonObject {
  const parameters: JsonObject = {}
  for (const [name, value] of [...call.url.searchParams, ...formOf(call)]) parameters[name] = value
  return { ...parameters, ...jsonOf(call) }
}

/** The call with some parameters changed: undefined takes one out, wherever it was given. */
export function withParameters(call: Call, changes: Record<string, Json | undefined>): Call {
  const query = changedForm(call.url.searchParams, changes)
  const url = new URL(call.url)
  const isQuery = call.method === 'GET' || call.method === 'DELETE'
  if (isQuery) for (const [name, value] of added(changes)) query.set(name, String(value))
  url.search = query.toString()
  if (isQuery && !call.bytes?.length) return { ...call, url }
  return { ...call, url, ...withBody(call, changes, isQuery) }
}

function withBody(call: Call, changes: Record<string, Json | undefined>, isQuery: boolean) {
  const headers = new Headers(call.headers)
  if (typeOf(call) === 'application/x-www-form-urlencoded') {
    const form = changedForm(formOf(call), changes)
    if (!isQuery) for (const [name, value] of added(changes)) form.set(name, String(value))
    return { headers, bytes: encode(form.toString()) }
  }
  if (call.bytes?.length && typeOf(call) !== 'application/json') return {}
  const json = { ...jsonOf(call), ...changes }
  headers.set('content-type', 'application/json')
  return { headers, bytes: encode(JSON.stringify(json)) }
}

const added = (changes: Record<string, Json | undefined>) =>
  Object.entries(changes).filter(([, value]) => value !== undefined)

function changedForm(
  form: URLSearchParams,
  changes: Record<string, Json | undefined>,
): URLSearchParams {
  const kept = [...form].filter(([name]) => !((name.split('[')[0] ?? '') in changes))
  return new URLSearchParams(kept)
}

const typeOf = ({ headers }: Call) => (headers.get('content-type') ?? '').split(';')[0]?.trim()

function formOf(call: Call): URLSearchParams {
  const isForm = typeOf(call) === 'application/x-www-form-urlencoded'
  return new URLSearchParams(isForm ? decode(call.bytes) : '')
}

function jsonOf(call: Call): JsonObject {
  if (typeOf(call) !== 'application/json' || !call.bytes?.length) return {}
  try {
    const json = JSON.parse(decode(call.bytes)) as Json
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

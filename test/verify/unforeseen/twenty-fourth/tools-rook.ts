import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import type { OperationId } from '../server.ts'
import { changed, fieldsOf, listOf, type Values } from '../shared-tools.ts'

export const everyOperation: readonly OperationId[] = operations.map(({ id }) => id)

/** The user whom a request is made as, of the query or of the header. */
export const sudoOf = ({ url, headers }: Request): string | undefined =>
  new URL(url).searchParams.get('sudo') ?? headers.get('sudo') ?? undefined

/** The same request, by the administrator or user themselves. */
export function withoutSudo({ url, headers: before, method }: Request, body?: ArrayBuffer) {
  const target = new URL(url)
  target.searchParams.delete('sudo')
  const headers = new Headers(before)
  headers.delete('sudo')
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined && body.byteLength > 0
  return new Request(target, { method, headers, ...(hasBody ? { body } : {}) })
}

/** Asks who somebody is, with the credentials of a request. */
export function askingWho({ url, headers: before }: Request): Request {
  const target = new URL(url)
  for (const name of [...target.searchParams.keys()]) {
    if (!['private_token', 'access_token', 'sudo'].includes(name)) target.searchParams.delete(name)
  }
  target.pathname = '/api/v3/user'
  const headers = new Headers(before)
  for (const name of ['content-length', 'content-type']) headers.delete(name)
  return new Request(target, { headers })
}

/** The response with its object changed, or each object of its list; null stays null. */
export const objectsChanged = (response: Response, change: (one: Values) => unknown) =>
  changed(response, (json) => {
    if (Array.isArray(json)) return listOf(json).map(change)
    return typeof json === 'object' && json !== null ? change(fieldsOf(json)) : json
  })

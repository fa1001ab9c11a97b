import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import type { Ask, Handle, OperationId } from '../server.ts'
import { actingAs, fieldsOf } from '../shared-tools.ts'

const specified = operations.filter(({ isExtension }) => isExtension === undefined)

/** The operations that the documents name. */
export const specifiedOperations: readonly OperationId[] = specified.map(({ id }) => id)

/** Those of them that are marked public. */
export const publicReads: readonly OperationId[] = specified.flatMap(({ id, access }) =>
  access === 'public' ? [id] : [],
)

/** Those of them that remove something. */
export const removals: readonly OperationId[] = specified.flatMap(({ id, method }) =>
  method === 'DELETE' ? [id] : [],
)

/** The same request with other headers and another query. */
export async function rewritten(
  request: Request,
  change: (url: URL, headers: Headers) => void,
): Promise<Request> {
  const url = new URL(request.url)
  const headers = new Headers(request.headers)
  change(url, headers)
  const body = await request.clone().arrayBuffer()
  return new Request(url, {
    method: request.method,
    headers,
    ...(body.byteLength > 0 ? { body } : {}),
  })
}

/** The private token of a user, whom the administrator asks for it as. */
export async function tokenOf(ask: Ask, user: number): Promise<string> {
  const { json } = await actingAs(ask, user)('GET', '/user')
  return String(fieldsOf(json).private_token)
}

/** A server that does something once before it answers. */
export function prepared(handle: Handle, prepare: () => Promise<unknown>): Handle {
  let isReady: Promise<unknown> | undefined
  return async (request) => {
    isReady ??= prepare()
    await isReady
    return handle(request)
  }
}

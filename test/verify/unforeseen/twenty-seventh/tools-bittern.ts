import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import type { Forge, Handle, OperationId } from '../server.ts'

export const allOperations: readonly OperationId[] = operations.flatMap(({ id, isExtension }) =>
  isExtension ? [] : [id],
)

/** A server that reads the address and the headers of every request otherwise than they were sent. */
export function readingRequests(
  change: (url: URL, headers: Headers) => void,
): (forge: Forge) => Handle {
  return (forge) => async (request) => {
    const url = new URL(request.url)
    const headers = new Headers(request.headers)
    change(url, headers)
    const body = await request.arrayBuffer()
    return forge.fetch(
      new Request(url, {
        method: request.method,
        headers,
        ...(body.byteLength > 0 ? { body } : {}),
      }),
    )
  }
}

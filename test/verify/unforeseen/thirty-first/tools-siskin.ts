import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import type { OperationId } from '../server.ts'

export const everyOperation: readonly OperationId[] = operations.map(({ id }) => id)

export const writingOperations: readonly OperationId[] = operations.flatMap(({ id, method }) =>
  ['POST', 'PUT'].includes(method.toUpperCase()) ? [id] : [],
)

/** The user whom a request names for sudo, in its query or its header. */
export const sudoOf = (request: Request): string | null =>
  new URL(request.url).searchParams.get('sudo') ?? request.headers.get('sudo')

/** The same request without a user for sudo. */
export function withoutSudo(request: Request): Promise<Request> {
  return rewritten(request, (url, headers) => {
    url.searchParams.delete('sudo')
    headers.delete('sudo')
  })
}

/** The same request with its URL and its headers changed. */
export async function rewritten(
  request: Request,
  change: (url: URL, headers: Headers) => void,
): Promise<Request> {
  const url = new URL(request.url)
  const headers = new Headers(request.headers)
  const body = await request.clone().arrayBuffer()
  change(url, headers)
  const { method } = request
  return new Request(url, { method, headers, ...(body.byteLength > 0 ? { body } : {}) })
}

/** The links of a header, each with its URL and its relation. */
export function linksOf(header: string): readonly { readonly url: string; readonly rel: string }[] {
  return [...header.matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, url = '', rel = '']) => ({
    url,
    rel,
  }))
}

export const linkHeader = (links: readonly { readonly url: string; readonly rel: string }[]) =>
  links.map(({ url, rel }) => `<${url}>; rel="${rel}"`).join(', ')

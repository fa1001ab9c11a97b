import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import type { OperationId } from '../server.ts'
import { type Call, callerOf, encoded, idOf } from '../shared-tools.ts'

export const everyOperation: readonly OperationId[] = operations.map(({ id }) => id)

/** The id of the project or the group of a call, which may be named by its path; none where there is none. */
export async function parentOf({ askAsRoot, path }: Call, kind: 'projects' | 'groups') {
  const { status, json } = await askAsRoot('GET', `/${kind}/${encoded(path.id)}`)
  return status === 200 ? idOf(json) : undefined
}

/** What the caller is to the project or the group of a call: a key of both. */
export async function callerIn(call: Call, kind: 'projects' | 'groups') {
  return `${await parentOf(call, kind)}/${(await callerOf(call)).id}`
}

/** The request at another address or with other headers; with the same body. */
export async function redirected(request: Request, url: URL, headers: Headers): Promise<Request> {
  const bytes = await request.clone().arrayBuffer()
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && bytes.byteLength > 0
  return new Request(url, {
    method: request.method,
    headers,
    ...(hasBody ? { body: bytes } : {}),
  })
}

/** The addresses of a Link header, changed one by one. */
export const withLinks = (link: string, change: (url: URL) => void): string =>
  link.replaceAll(/<([^>]+)>/g, (_, address: string) => {
    const url = new URL(address)
    change(url)
    return `<${url.href}>`
  })

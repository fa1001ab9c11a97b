import type { HttpClient } from 'isomorphic-git'

/** What the library asks by, over a function that answers requests. */
export function clientOver(fetch: (request: Request) => Promise<Response>): HttpClient {
  return {
    async request({ url, method = 'GET', headers = {}, body }) {
      const chunks: Uint8Array[] = []
      for await (const chunk of body ?? []) chunks.push(chunk)
      const sent = method === 'POST' ? { body: new Blob(chunks as BlobPart[]) } : {}
      const response = await fetch(new Request(url, { method, headers, ...sent }))
      const bytes = new Uint8Array(await response.arrayBuffer())
      return {
        url: response.url || url,
        method,
        headers: Object.fromEntries(response.headers),
        body: (async function* () {
          yield bytes
        })(),
        statusCode: response.status,
        statusMessage: response.statusText,
      }
    },
  }
}

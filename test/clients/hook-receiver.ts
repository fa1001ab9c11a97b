import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody else's server, that system hooks are delivered to. */
export interface HookReceiver {
  readonly url: string
  readonly received: readonly { readonly headers: IncomingHttpHeaders; readonly json: unknown }[]
  close(): Promise<void>
}

export async function receiveHooks(): Promise<HookReceiver> {
  const received: { headers: IncomingHttpHeaders; json: unknown }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push({ headers: request.headers, json: JSON.parse(text) })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

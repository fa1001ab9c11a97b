import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a receiver answers. */
interface ReceiverAnswer {
  readonly status: number
  readonly body?: string
}

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body as it came. */
  readonly text: string
  readonly json: unknown
}

/** Somebody else's server, that hooks are delivered to. */
export interface HookReceiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Sets what it answers from now on. */
  answer(answer: ReceiverAnswer): void
  close(): Promise<void>
}

export async function receiveHooks(first: ReceiverAnswer = { status: 200 }): Promise<HookReceiver> {
  const received: Received[] = []
  let answer = first
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { url: path = '', headers } = request
    received.push({ path, headers, text, json: JSON.parse(text) })
    response.writeHead(answer.status, { 'content-type': 'text/plain' })
    response.end(answer.status === 204 ? undefined : (answer.body ?? 'Thanks'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer(next) {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

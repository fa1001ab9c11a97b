import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that no forge answers for; it records what reached it. */
export interface Witness {
  readonly url: string
  /** The environment variable that gives a suite in another process the address of the witness. */
  readonly environment: { readonly UNANSWERED_SERVER: string }
  /** Such as `POST /orders`. */
  readonly received: string[]
  close(): void
}

export async function startWitness(): Promise<Witness> {
  const received: string[] = []
  const server = createServer(({ method, url }, response) => {
    received.push(`${method} ${url}`)
    response.end('answered')
  })
  server.on('upgrade', ({ url }, socket) => {
    received.push(`upgrade ${url}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    environment: { UNANSWERED_SERVER: url },
    received,
    close: () => void server.close(),
  }
}

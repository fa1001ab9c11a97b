import { createServer } from 'node:http'
import type { Call, Values } from '../shared-tools.ts'
import { idOf, listOf } from '../shared-tools.ts'

/** What a hook was sent. */
export interface Received {
  readonly event: unknown
  readonly body: string
}

/** Runs something while a receiver of hooks listens; answers with what it was sent. */
export async function receiving(act: (url: string) => Promise<unknown>): Promise<Received[]> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Uint8Array[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      received.push({ event: request.headers['x-gitlab-event'], body })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    await act(`http://127.0.0.1:${port}/sierra`)
    // What is delivered in the background arrives soon after the answer.
    await new Promise((resolve) => setTimeout(resolve, 200))
  } finally {
    server.close()
    server.closeAllConnections()
  }
  return received
}

/** Tells a hook of a push; whatever its receiver makes of it. */
export async function deliverPush(url: string, push: Values): Promise<void> {
  try {
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gitlab-event': 'System Hook' },
      body: JSON.stringify({ object_kind: 'push', event_name: 'push', ...push }),
      signal: AbortSignal.timeout(2000),
    })
  } catch {
    // Nobody listens there.
  }
}

/** The system hooks that the forge has, as the administrator sees them. */
export const hooksOf = async ({ askAsRoot }: Call) =>
  listOf((await askAsRoot('GET', '/hooks?per_page=100')).json)

/** The id of the project of a call, however its path names it. */
export const projectIdOf = async ({ askAsRoot, path }: Call) =>
  idOf((await askAsRoot('GET', `/projects/${encodeURIComponent(String(path.id))}`)).json)

import { ServerResponse } from 'node:http'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { ServedApplication } from './application.ts'

/**
 * Implements faults that a Response cannot represent on Node's server: a network error closes the connection, and a
 * truncated body stops short of its `Content-Length`. Responses are only inspected where a fault is possible, since
 * inspecting each one is expensive.
 */
export function carryFaults({ fetch, mayBreakOff }: ServedApplication) {
  return async (
    request: Request,
    { incoming, outgoing }: HttpBindings | Http2Bindings,
  ): Promise<Response> => {
    const response = await fetch(request)
    if (response.status === 0) {
      incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    }
    if (!mayBreakOff(request) || response.body === null) return response
    if (!response.headers.has('content-length') || !(outgoing instanceof ServerResponse)) {
      return response
    }
    await write(response, response.body, outgoing)
    return RESPONSE_ALREADY_SENT
  }
}

async function write(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers))
  try {
    for await (const chunk of body) {
      await new Promise<void>((resolve) => outgoing.write(chunk, () => resolve()))
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

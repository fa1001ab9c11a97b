import type { RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Rendered } from '../../forge/forge.ts'
import type { ServedApplication } from './application.ts'
import { carryFaults } from './carry-faults.ts'
import { isShort, NodeRequest } from './node-request.ts'

/**
 * Carries the requests of a server of Node. A plain request of the API reaches its forge without a `Request` and a
 * `Response`, which take longer to make than most answers (`direct-forge.ts`); every other one goes
 * through Hono.
 */
export function nodeListener(application: ServedApplication, hostname: string): RequestListener {
  // The globals stay what they are.
  const carry = getRequestListener(carryFaults(application), {
    hostname,
    overrideGlobalObjects: false,
  })
  return async (incoming, outgoing) => {
    const request = isShort(incoming) ? new NodeRequest(incoming, outgoing) : undefined
    const forge = request && application.directForge(request)
    if (!forge) carry(incoming, outgoing)
    else writeAnswer(await forge.answer(request), request.method === 'HEAD', outgoing)
  }
}

/**
 * Writes what a forge answers. Where a fault takes the answer away, the connection is closed; where it
 * cuts the body, the client is left without the rest that `Content-Length` promised.
 */
function writeAnswer(rendered: Rendered, isHead: boolean, outgoing: ServerResponse): void {
  const { status, headers, body, lost, truncatedAt } = rendered
  if (lost) {
    outgoing.destroy()
  } else if (isHead || body === null) {
    outgoing.writeHead(status, headers)
    outgoing.end()
  } else {
    const length = Buffer.byteLength(body)
    headers.push('Content-Length', String(length))
    outgoing.writeHead(status, headers)
    if (truncatedAt !== undefined) breakOff(Buffer.from(body).subarray(0, truncatedAt), outgoing)
    // Of a text Node makes one piece with the headers; one of ASCII alone is copied as it is.
    else if (length === body.length) outgoing.end(body, 'latin1')
    else outgoing.end(body)
  }
}

function breakOff(bytes: Uint8Array, outgoing: ServerResponse): void {
  outgoing.write(bytes, () => outgoing.destroy())
}

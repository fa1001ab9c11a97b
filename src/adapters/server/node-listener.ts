import type { RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Rendered } from '../../forge/forge.ts'
import type { ServedApplication } from './application.ts'
import { carryFaults } from './carry-faults.ts'
import { isShort, NodeRequest } from './node-request.ts'

/**
 * Handles the requests of Node's server. A plain request to the API reaches its forge without a `Request` and a
 * `Response`, whose creation takes longer than most answers (`direct-forge.ts`); any other request goes through Hono.
 */
export function nodeListener(application: ServedApplication, hostname: string): RequestListener {
  // The globals are not replaced.
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
 * Writes the response of a forge. Where a fault drops the response, the connection is closed; where it truncates the
 * body, the response stops short of its `Content-Length`.
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
    // Node joins a string with the headers into one write; an ASCII string is copied as it is.
    else if (length === body.length) outgoing.end(body, 'latin1')
    else outgoing.end(body)
  }
}

function breakOff(bytes: Uint8Array, outgoing: ServerResponse): void {
  outgoing.write(bytes, () => outgoing.destroy())
}

import type { ServerResponse } from 'node:http'
import type { Rendered } from '../../forge/forge.ts'

/**
 * Writes what a forge answers. Where a fault takes the answer away, the connection is closed; where it
 * cuts the body, the client is left without the rest that `Content-Length` promised.
 */
export function writeAnswer(rendered: Rendered, isHead: boolean, outgoing: ServerResponse): void {
  const { status, headers, body, lost, isTruncated } = rendered
  if (lost) {
    outgoing.destroy()
  } else if (isHead || body === null) {
    outgoing.writeHead(status, headers)
    outgoing.end()
  } else {
    const length = Buffer.byteLength(body)
    headers.push('Content-Length', String(length))
    outgoing.writeHead(status, headers)
    if (isTruncated) breakOff(Buffer.from(body).subarray(0, length / 2), outgoing)
    // Of a text Node makes one piece with the headers; one of ASCII alone is copied as it is.
    else if (length === body.length) outgoing.end(body, 'latin1')
    else outgoing.end(body)
  }
}

function breakOff(bytes: Uint8Array, outgoing: ServerResponse): void {
  outgoing.write(bytes, () => outgoing.destroy())
}

import type { IncomingMessage, OutgoingMessage } from 'node:http'
import { endToEndHeaders } from '../../verify/proxy/index.ts'

/**
 * Passes the trailers of a message on (RFC 9110, section 6.5), once all of it has come. They are not
 * announced by `Trailer`, which is said before it is known whether the other connection can carry any:
 * one of HTTP/1.0 cannot, and nothing is sent then.
 */
export function addTrailers(from: IncomingMessage, to: OutgoingMessage): void {
  const trailers = endToEndHeaders(from.rawTrailers)
  if (trailers.length > 0)
    to.addTrailers(trailers.map(([name, value]): [string, string] => [name, value]))
}

/** Whether a client says that it takes trailers; it says so of its own connection, so it is said anew. */
export function wantsTrailers({ headers }: IncomingMessage): boolean {
  return /(^|,)\s*trailers\s*(,|$)/i.test(String(headers.te ?? ''))
}

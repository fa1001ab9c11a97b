import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IncomingBody, IncomingHeaders, IncomingRequest } from '../forge.ts'
import type { RequestHead } from './direct-forge.ts'

/** The body of a request is read whole up to so many bytes; a longer one comes as a stream. */
const longestShortBody = 2 ** 20

/** Whether a request has no body, or one that says that it is short. */
export function isShort({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? 0) <= longestShortBody
}

/** A request of Node as a forge reads it, of which nothing is made that is not asked for. */
export function incomingRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): IncomingRequest & { readonly head: RequestHead } {
  const { method = 'GET', url: target = '/' } = incoming
  const { host } = incoming.headers
  const headers = headersOf(incoming)
  return {
    head: { host, target, headers },
    method,
    url: `http://${host}${target}`,
    headers,
    body: bodyOf(incoming),
    get signal() {
      return whileOpen(outgoing)
    },
  }
}

function bodyOf(incoming: IncomingMessage): IncomingBody | null {
  return incoming.headers['content-length'] === undefined ? null : () => readAll(incoming)
}

function readAll(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    incoming.once('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    incoming.once('error', reject)
    incoming.once('close', () => reject(new Error('The connection was closed within the body.')))
  })
}

/** Aborted where the connection ends before the answer. */
function whileOpen(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (outgoing.destroyed) controller.abort()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort()
  })
  return controller.signal
}

/** The headers as `Headers` would have them. */
function headersOf({ headers, rawHeaders }: IncomingMessage): IncomingHeaders {
  return {
    get(name) {
      if (headers[name] === undefined) return null
      let joined: string | null = null
      for (let index = 0; index < rawHeaders.length; index += 2) {
        const [rawName = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]]
        if (rawName.length !== name.length || rawName.toLowerCase() !== name) continue
        joined = joined === null ? value : `${joined}${name === 'cookie' ? '; ' : ', '}${value}`
      }
      return joined
    },
    *[Symbol.iterator]() {
      for (const name of Object.keys(headers).sort()) yield [name, this.get(name) ?? '']
    },
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IncomingBody, IncomingHeaders, IncomingRequest } from '../../forge/forge.ts'
import type { Awaitable } from '../../shared/awaitable.ts'
import type { RequestHead } from './direct-forge.ts'

/** Larger bodies are streamed; in bytes. */
const MAX_SHORT_BODY = 2 ** 20

/** Whether a request has no body, or a `Content-Length` that is small enough. */
export function isShort({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? 0) <= MAX_SHORT_BODY
}

/**
 * A lazy view of a request of Node for a forge. A class, since an object literal with getters would get a hidden class
 * of its own each time, which costs more than everything else.
 */
export class NodeRequest implements IncomingRequest, RequestHead {
  readonly method: string
  readonly target: string
  readonly host: string | undefined
  readonly headers: IncomingHeaders
  readonly body: IncomingBody | null
  readonly #outgoing: ServerResponse

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method = 'GET', url: target = '/' } = incoming
    const { host } = incoming.headers
    this.method = method
    this.target = target
    this.host = host
    this.headers = new NodeHeaders(incoming)
    this.body = hasBody(incoming) ? () => readBody(incoming) : null
    this.#outgoing = outgoing
  }

  get url(): string {
    return `http://${this.host}${this.target}`
  }

  get signal(): AbortSignal {
    return whileOpen(this.#outgoing)
  }
}

/** Whether a request has a body to read; the body of a read request is ignored. */
function hasBody({ method, headers }: IncomingMessage): boolean {
  return method !== 'GET' && method !== 'HEAD' && headers['content-length'] !== undefined
}

/**
 * Reads a body. A body that has arrived already is read without listeners: V8 may allocate the object that holds them
 * in the old generation, and all that they refer to then survives the next garbage collections.
 */
function readBody(incoming: IncomingMessage): Awaitable<Uint8Array<ArrayBuffer>> {
  if (incoming.readableLength === Number(incoming.headers['content-length'])) {
    const bytes: Buffer<ArrayBuffer> | null = incoming.read()
    return bytes ?? new Uint8Array()
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = []
    const breakOff = () => {
      if (!incoming.complete) reject(new Error('The connection was closed within the body.'))
    }
    incoming.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk))
    incoming.on('end', () => resolve(Buffer.concat(chunks)))
    incoming.on('error', reject)
    incoming.on('close', breakOff)
    if (incoming.destroyed) breakOff()
  })
}

/** Returns a signal that is aborted where the connection closes before the response ends. */
function whileOpen(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (outgoing.destroyed) controller.abort()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort()
  })
  return controller.signal
}

/** Headers with the behaviour of `Headers` except for their order. */
class NodeHeaders implements IncomingHeaders {
  readonly #incoming: IncomingMessage
  #isWithoutRepeats: boolean | undefined

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
  }

  get(name: string): string | null {
    const value = this.#incoming.headers[name]
    if (value === undefined) return null
    return typeof value === 'string' && this.#hasNoRepeats() ? value : this.#joined(name)
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const name of Object.keys(this.#incoming.headers)) visit(this.get(name) ?? '', name)
  }

  /** Whether no header is repeated. Node keeps the first value of a repeated header, or joins the values. */
  #hasNoRepeats(): boolean {
    const { headers, rawHeaders } = this.#incoming
    this.#isWithoutRepeats ??= 2 * Object.keys(headers).length === rawHeaders.length
    return this.#isWithoutRepeats
  }

  #joined(name: string): string | null {
    const { rawHeaders } = this.#incoming
    let joined: string | null = null
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const [rawName = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]]
      if (rawName.length !== name.length || rawName.toLowerCase() !== name) continue
      joined = joined === null ? value : `${joined}${name === 'cookie' ? '; ' : ', '}${value}`
    }
    return joined
  }
}

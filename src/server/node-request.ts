import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IncomingBody, IncomingHeaders, IncomingRequest } from '../forge.ts'
import type { RequestHead } from './direct-forge.ts'

/** A body of more bytes comes as a stream. */
const longestShortBody = 2 ** 20

/** One of more bytes mostly comes after the headers, and may be refused before it does. */
const longestAwaitedBody = 2 ** 14

/** Whether a request has no body, or one that says that it is short. */
export function isShort({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? 0) <= longestShortBody
}

/**
 * A request of Node as a forge reads it, of which nothing is made that is not asked for. A class: with a
 * getter of its own each object would have a shape of its own, which costs more than all the rest.
 */
export class NodeRequest implements IncomingRequest, RequestHead {
  readonly method: string
  readonly target: string
  readonly host: string | undefined
  readonly headers: IncomingHeaders
  body: IncomingBody | null
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method = 'GET', url: target = '/' } = incoming
    const { host } = incoming.headers
    this.method = method
    this.target = target
    this.host = host
    this.headers = new NodeHeaders(incoming)
    this.body = hasBody(incoming) ? () => readAll(incoming) : null
    this.#incoming = incoming
    this.#outgoing = outgoing
  }

  get url(): string {
    return `http://${this.host}${this.target}`
  }

  get signal(): AbortSignal {
    return whileOpen(this.#outgoing)
  }

  /** Goes on when the request can be answered: a body that mostly comes with the headers is there, or broke off. */
  whenReady(goOn: () => void): void {
    const { headers } = this.#incoming
    if (!this.body || Number(headers['content-length']) > longestAwaitedBody) {
      goOn()
      return
    }
    const body = readAll(this.#incoming)
    this.body = () => body
    body.then((bytes) => {
      this.body = () => bytes
      goOn()
    }, goOn)
  }
}

/** The body of a reading request is left alone. */
function hasBody({ method, headers }: IncomingMessage): boolean {
  return method !== 'GET' && method !== 'HEAD' && headers['content-length'] !== undefined
}

/** A short body mostly comes in one piece, which is taken as it is. */
function readAll(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = []
    incoming.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk))
    incoming.on('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    )
    incoming.on('error', reject)
    incoming.on('close', () => {
      if (!incoming.complete) reject(new Error('The connection was closed within the body.'))
    })
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

/** The headers as `Headers` would have them, but for their order. */
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

  get raw(): readonly string[] {
    return this.#incoming.rawHeaders
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const name of Object.keys(this.#incoming.headers)) visit(this.get(name) ?? '', name)
  }

  /** Node has a header as it came where it came once; of repeated ones it keeps the first value or joins them. */
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

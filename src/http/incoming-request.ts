import type { Awaitable } from '../shared/awaitable.ts'

/** The headers of a request: a subset of the interface of `Headers`. Names are in lower case. */
export interface IncomingHeaders {
  /** The values of a name joined by a comma; null where there is none. */
  get(name: string): string | null
  forEach(visit: (value: string, name: string) => void): void
}

/** Returns the whole body; throws or rejects where it was cut off. */
export type WholeBody = () => Awaitable<Uint8Array<ArrayBuffer>>

export type IncomingBody = ReadableStream<Uint8Array<ArrayBuffer>> | WholeBody

/**
 * The part of `Request` that a forge reads. A server that has these parts at hand need not construct a
 * `Request`.
 */
export interface IncomingRequest {
  readonly method: string
  /** The absolute URL. */
  readonly url: string
  readonly headers: IncomingHeaders
  readonly body: IncomingBody | null
  /** Aborted when the client has gone; read only where the forge waits. */
  readonly signal: AbortSignal
  /** The path under which the forge is reached, such as `/w/NAME`; undefined where nobody says. Calls of git and pages ask. */
  readonly base?: string
}

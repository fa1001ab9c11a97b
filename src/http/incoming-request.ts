import type { Awaitable } from '../shared/awaitable.ts'

/** The headers of a request, as far as they are read: by their names in lower case, and all in turn. */
export interface IncomingHeaders {
  /** The values of a name joined by a comma; null where there is none. */
  get(name: string): string | null
  forEach(visit: (value: string, name: string) => void): void
}

/** Gives all of a body; throws or rejects where it broke off. */
export type WholeBody = () => Awaitable<Uint8Array<ArrayBuffer>>

export type IncomingBody = ReadableStream<Uint8Array<ArrayBuffer>> | WholeBody

/**
 * What a forge reads of a request. Every `Request` is one; a server that has the parts at hand is
 * spared making one.
 */
export interface IncomingRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: IncomingHeaders
  readonly body: IncomingBody | null
  /** Aborted where nobody waits for the answer any more; read by those alone who wait. */
  readonly signal: AbortSignal
  /** The path under which the forge is reached, such as `/w/NAME`; undefined where nobody says. Calls of git and pages ask. */
  readonly base?: string
}

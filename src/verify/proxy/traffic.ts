/** What passed through a proxy: a request, and what came of it. */
export interface PassedExchange {
  readonly method: string
  /** The full URL at the server. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The beginning of what was sent. */
  readonly body?: string
  readonly outcome: PassedAnswer | NoPassedAnswer
  /** From the first byte of the request to the last of the answer, in milliseconds. */
  readonly duration: number
}

export interface PassedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly content: PassedContent
}

/** The body of an answer, decoded; or its beginning, and why it was not read to its end. */
export type PassedContent =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly start: Uint8Array; readonly reason: string }

export interface NoPassedAnswer {
  /** Such as `the connection failed: ECONNREFUSED`. */
  readonly problem: string
}

/**
 * The global `fetch`, which says neither that the server at `url` does not answer nor what to do about it. A
 * request that is malformed or aborted fails as it does there.
 */
export function fetchFrom(url: string): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    try {
      return await globalThis.fetch(request)
    } catch (error) {
      throw request.signal.aborted ? error : unreachable(url, error)
    }
  }
}

/** The error for a server that does not answer. */
export function unreachable(url: string, error: unknown, hint = ''): Error {
  const why = reasonOf(error)
  return new Error(
    `No server answers at ${url}${why && ` (${why})`}: start one with \`forgery serve\`${hint}.`,
    { cause: error },
  )
}

/** What Node says is only "fetch failed"; its cause knows more, though not always in words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || String(Reflect.get(cause, 'code') ?? '')
}

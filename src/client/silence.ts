/**
 * The global `fetch`, which says neither where nobody answered nor what to do about it. What is wrong with the
 * request itself is no silence, nor is an end that the caller asked for.
 */
export function fetchFrom(url: string): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    try {
      return await globalThis.fetch(request)
    } catch (error) {
      throw request.signal.aborted ? error : silence(url, error)
    }
  }
}

/** The error that tells of it, for a server at this address. */
export function silence(url: string, error: unknown, hint = ''): Error {
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

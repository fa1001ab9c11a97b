/**
 * Wraps the global `fetch` with an error that names the unreachable server and suggests how to start one. A request
 * that is malformed or aborted fails as with the global `fetch`.
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

/** Returns the error for a server that does not respond. */
export function unreachable(url: string, error: unknown, hint = ''): Error {
  const why = reasonOf(error)
  return new Error(
    `No server answers at ${url}${why && ` (${why})`}: start one with \`forgery serve\`${hint}.`,
    { cause: error },
  )
}

/** Node reports only "fetch failed"; its cause has the reason, though not always as a message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || String(Reflect.get(cause, 'code') ?? '')
}

import type { Handle } from './mutants/mutant.ts'

/**
 * Stands in for the network: requests end with their signal, as those of the global `fetch` do, and
 * a handle that rejects is a connection that failed.
 */
export function inProcess(handle: Handle): Handle {
  return async (request) => {
    const { signal } = request
    signal.throwIfAborted()
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    // Whoever has answered in time leaves this rejection to nobody.
    aborted.catch(() => {})
    const answered = handle(request).catch((cause: unknown) => {
      throw new TypeError('fetch failed', { cause })
    })
    return endingWith(await Promise.race([answered, aborted]), signal)
  }
}

/** The body breaks off when the signal is aborted. */
function endingWith(response: Response, signal: AbortSignal): Response {
  if (!response.body) return response
  const { status, statusText, headers } = response
  const body = response.body.pipeThrough(new TransformStream(), { signal })
  return new Response(body, { status, statusText, headers })
}

/**
 * What a client takes for a lost connection. A network error is known by its type, and must be a
 * Response: `Response.error()` is none where a server in the same process has replaced the global one.
 */
export function networkError(): Response {
  return Object.defineProperty(new Response(), 'type', { value: 'error' })
}

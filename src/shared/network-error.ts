/**
 * A response that clients take for a lost connection. It must be an instance of the global Response, which
 * `Response.error()` is not where a server in the same process has replaced the global one.
 */
export function networkError(): Response {
  return Object.defineProperty(new Response(), 'type', { value: 'error' })
}

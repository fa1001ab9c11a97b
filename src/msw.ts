import { type HttpHandler, http } from 'msw'
import type { Forge } from './forge.ts'

export interface HandlersOptions {
  /** Where the client believes the forge to be, such as `https://forge.example.com`; anywhere by default. */
  readonly baseUrl?: string
}

/**
 * The handlers that let msw answer for a forge, in Node and in the browser:
 * `setupServer(...handlers(forge))`. It is one handler for the whole API: each further one would
 * cost every request a little. Handlers of your own, before it or given to `server.use`, win.
 */
export function handlers(forge: Forge, { baseUrl = '*' }: HandlersOptions = {}): HttpHandler[] {
  const isForForge = addressTest(baseUrl)
  return [
    http.all(
      ({ request }) => isForForge(new URL(request.url)) || isDelivery(request),
      // Without an answer msw goes on to the handlers of the suite, and warns of nothing.
      ({ request }) => (isForForge(new URL(request.url)) ? forge.fetch(request) : undefined),
    ),
  ]
}

/** What a forge posts to a system hook is expected, whether the suite answers it or not. */
function isDelivery({ method, headers }: Request): boolean {
  return method === 'POST' && headers.get('x-gitlab-event') === 'System Hook'
}

/** Not a path of msw: that decodes what it matches, and fails where an escape is broken. */
function addressTest(baseUrl: string): (url: URL) => boolean {
  if (baseUrl === '*') return ({ pathname }) => /\/api\/v3(\/|$)/.test(pathname)
  const { origin, pathname } = new URL(baseUrl, globalThis.location?.href)
  const prefix = `${origin}${pathname.replace(/\/$/, '')}/api/v3`
  return (url) => `${url.origin}${url.pathname}/`.startsWith(`${prefix}/`)
}

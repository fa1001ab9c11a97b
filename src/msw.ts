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
  return [
    http.all(`${baseUrl.replace(/\/+$/, '')}/api/v3/*`, ({ request }) => forge.fetch(request)),
  ]
}

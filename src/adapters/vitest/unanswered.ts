import { networkError } from '../../shared/network-error.ts'

/** What becomes of a request that nothing answers. */
export type OnUnhandledRequest = 'error' | 'warn' | 'bypass'

/** How msw writes such a request into the log. */
interface Print {
  warning(): void
  error(): void
}

/** What msw 3 has of a request or of a WebSocket. */
interface UnhandledFrame {
  readonly frame: { readonly data: { readonly request: Request } | { readonly connection: Socket } }
  readonly defaults: { warn(): void; error(): void }
}

interface Socket {
  readonly client: { readonly url: string | URL }
}

/**
 * What msw does with requests that nothing answers. Its version 2 asks `onUnhandledRequest` and its
 * version 3 `onUnhandledFrame`, neither knows the other's, and what it does not know lets all go.
 * @param note called with each request that is rejected: `GET https://forge.example.com/api/v4/user`
 */
export function unansweredRules(rule: OnUnhandledRequest, note: (request: string) => void) {
  function decide(method: string, url: string, print: Print): void {
    if (rule === 'warn') print.warning()
    if (rule !== 'error') return
    note(`${method} ${url.replace(/[?#].*/, '')}`)
    printError(print)
    // msw carries out what it may not; of what is thrown it knows a Response, and an Error for a socket.
    throw /^wss?:/.test(url) ? new TypeError(`Nothing answers ${url}`) : networkError()
  }
  return {
    onUnhandledRequest: ({ method, url }: Request, print: Print) => decide(method, url, print),
    onUnhandledFrame({ frame: { data }, defaults }: UnhandledFrame) {
      const { method, url } =
        'request' in data ? data.request : { method: 'GET', url: data.connection.client.url }
      decide(method, String(url), { warning: defaults.warn, error: defaults.error })
    },
  }
}

/** msw 2.12 throws as well, which leaves a client of `node:http` without an answer for ever. */
function printError(print: Print): void {
  try {
    print.error()
  } catch {}
}

import { networkError } from '../../shared/network-error.ts'

/** The handling of a request that no handler answers. */
export type OnUnhandledRequest = 'error' | 'warn' | 'bypass'

/** The ways to log such a request with msw. */
interface Print {
  warning(): void
  error(): void
}

/** The argument of msw 3 for a request or a WebSocket connection. */
interface UnhandledFrame {
  readonly frame: { readonly data: { readonly request: Request } | { readonly connection: Socket } }
  readonly defaults: { warn(): void; error(): void }
}

interface Socket {
  readonly client: { readonly url: string | URL }
}

/**
 * Returns the options of msw for requests that no handler answers. Version 2 calls `onUnhandledRequest` and version 3
 * `onUnhandledFrame`; each ignores the other's option, which by default lets requests through.
 * @param note called with each request that is rejected: `GET https://forge.example.com/api/v4/user`
 */
export function unansweredRules(rule: OnUnhandledRequest, note: (request: string) => void) {
  function decide(method: string, url: string, print: Print): void {
    if (rule === 'warn') print.warning()
    if (rule !== 'error') return
    note(`${method} ${url.replace(/[?#].*/, '')}`)
    printError(print)
    // msw would send the request otherwise. It handles a thrown Response, and for a socket an Error.
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

/** msw 2.12 also throws here, which would leave a client of `node:http` without a response forever. */
function printError(print: Print): void {
  try {
    print.error()
  } catch {}
}

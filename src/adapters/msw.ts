import { type HttpHandler, http } from 'msw'
import { readApiPath, readBaseUrl } from '../contract/base-paths.ts'
import type { Forge } from '../forge/forge.ts'
import { networkError } from '../shared/network-error.ts'
import { checkForge, checkOptions, type OptionRules } from '../shared/options.ts'

/** What `handlers` takes. */
export interface HandlersOptions {
  /**
   * Where the client believes the forge to be, such as `https://forge.example.com`, with the base path of
   * the API or without; anywhere by default.
   */
  readonly baseUrl?: string
}

/**
 * The handlers that let msw answer for a forge, in Node and in the browser. It is one handler for the
 * whole API: each further one would cost every request a little. Handlers of your own, before it or
 * given to `server.use`, win.
 * @throws TypeError where the forge is none (an `await` is missing), or an option is unknown or wrong.
 * @example
 * const forge = await createForge()
 * const server = setupServer(...handlers(forge, { baseUrl: 'https://forge.example.com' }))
 * server.listen()
 */
export function handlers(forge: Forge, options: HandlersOptions = {}): HttpHandler[] {
  checkForge('handlers', forge)
  checkOptions('handlers', options, optionRules)
  const { baseUrl = '*' } = options
  const isForForge = addressTest(baseUrl)
  return [
    http.all(
      ({ request }) => isForForge(new URL(request.url)) || isDelivery(request),
      // Without an answer msw goes on to the handlers of the suite, and warns of nothing.
      ({ request }) => (isForForge(new URL(request.url)) ? answer(forge, request) : undefined),
    ),
  ]
}

async function answer(forge: Forge, request: Request): Promise<Response> {
  try {
    const response = await forge.fetch(request)
    return response.status === 0 ? networkError() : response
  } catch (error) {
    // The client knows that it gave the request up; msw would print a stack of what is rejected here.
    if (request.signal.aborted) return networkError()
    throw error
  }
}

/** What a forge posts to a system hook is expected, whether the suite answers it or not. */
function isDelivery({ method, headers }: Request): boolean {
  return method === 'POST' && headers.get('x-gitlab-event') === 'System Hook'
}

const optionRules: OptionRules<HandlersOptions> = {
  baseUrl: {
    mustBe: '`*` or a URL such as `https://forge.example.com`, without a query',
    accepts: (value) =>
      value === '*' ||
      (typeof value === 'string' && readBaseUrl(value, globalThis.location?.href) !== undefined),
  },
}

const besideApi =
  /^\/(uploads\/-\/system\/|oauth\/(authorize|token|token\/info|revoke)$|users\/sign_(in|out)$|.+\/-\/|.+\/info\/refs$)/

/** What git asks a server for: nobody else does at such an address. */
const ofGit = /\.git\/(info\/refs|git-upload-pack|git-receive-pack)$/

/** Not a path of msw: that decodes what it matches, and fails where an escape is broken. */
function addressTest(baseUrl: string): (url: URL) => boolean {
  const isAnywhere = baseUrl === '*'
  const base = isAnywhere ? '' : readBaseUrl(baseUrl, globalThis.location?.href)
  return ({ origin, pathname }) => {
    // Runs of slashes count as one, as the forge has it.
    const path = readApiPath(pathname.replace(/\/{2,}/g, '/'))
    if (path !== undefined) return isAnywhere || `${origin}${path.before}` === base
    if (isAnywhere && ofGit.test(pathname)) return true
    // Avatars, pages and OAuth 2 lie beside the API; where any host is meant, such a path may be another's.
    const address = `${origin}${pathname}`
    return (
      !isAnywhere &&
      address.startsWith(`${base}/`) &&
      (ofGit.test(pathname) || besideApi.test(address.slice(base?.length)))
    )
  }
}

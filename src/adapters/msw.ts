import { type HttpHandler, http } from 'msw'
import { readApiPath, readBaseUrl } from '../contract/base-paths.ts'
import type { Forge } from '../forge/forge.ts'
import { networkError } from '../shared/network-error.ts'
import { checkForge, checkOptions, type OptionRules } from '../shared/options.ts'

/** The options of `handlers`. */
export interface HandlersOptions {
  /**
   * The address that the client uses for the forge, such as `https://forge.example.com`, with or without the base path
   * of the API; any address by default.
   */
  readonly baseUrl?: string
}

/**
 * Returns the handlers that let msw answer for a forge, in Node and in the browser. It is a single handler for the
 * whole API, since each further one would slow every request down. Handlers of your own take precedence, if they stand
 * before it or are given to `server.use`.
 * @throws TypeError where the first argument is no forge (an `await` is missing), or an option is unknown or wrong.
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
      // Without a response, msw tries the handlers of the suite, without a warning.
      ({ request }) => (isForForge(new URL(request.url)) ? answer(forge, request) : undefined),
    ),
  ]
}

async function answer(forge: Forge, request: Request): Promise<Response> {
  try {
    const response = await forge.fetch(request)
    return response.status === 0 ? networkError() : response
  } catch (error) {
    // The client aborted the request itself; msw would print the stack of a rejection here.
    if (request.signal.aborted) return networkError()
    throw error
  }
}

/**
 * Whether a request is a delivery of the forge to a system hook, which is expected whether the suite handles it or not.
 */
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

/** The addresses that only git requests. */
const ofGit = /\.git\/(info\/refs|git-upload-pack|git-receive-pack)$/

/**
 * Returns a test for addresses of the forge. A path pattern of msw is not used, since it decodes addresses and throws
 * on a malformed escape.
 */
function addressTest(baseUrl: string): (url: URL) => boolean {
  const isAnywhere = baseUrl === '*'
  const base = isAnywhere ? '' : readBaseUrl(baseUrl, globalThis.location?.href)
  return ({ origin, pathname }) => {
    // Repeated slashes count as one, as in the forge.
    const path = readApiPath(pathname.replace(/\/{2,}/g, '/'))
    if (path !== undefined) return isAnywhere || `${origin}${path.before}` === base
    if (isAnywhere && ofGit.test(pathname)) return true
    // Avatars, pages and OAuth 2 are outside the API. Where any host matches, such a path can belong to another server.
    const address = `${origin}${pathname}`
    return (
      !isAnywhere &&
      address.startsWith(`${base}/`) &&
      (ofGit.test(pathname) || besideApi.test(address.slice(base?.length)))
    )
  }
}

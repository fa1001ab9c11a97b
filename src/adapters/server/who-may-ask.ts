import { isUrl } from '../../shared/is-url.ts'
/** The access to a server from beyond its own machine. */
export interface AccessOptions {
  /**
   * The origins whose pages can use the forge, such as `https://app.example.com` without a path, beside those of this
   * machine; `*` for all.
   */
  readonly corsOrigins?: readonly string[]
  /**
   * The host names that requests can be addressed to at any port, beside those of this machine; undefined where they
   * are not checked.
   */
  readonly allowedHosts?: readonly string[] | undefined
}

/** The parts of a request that identify its sender. */
interface AskingRequest extends Pick<Request, 'method' | 'url'> {
  readonly headers: Pick<Headers, 'get' | 'has'>
}

/** The reason why a request is refused, with its status. */
export interface Refusal {
  readonly status: 400 | 403 | 404 | 414 | 421
  readonly message: string
}

/**
 * Refuses requests that a page on another site makes a browser send: those to a host name whose DNS entry points here
 * (DNS rebinding), and from foreign origins those that can change something, as well as preflight requests. Reads are
 * left to the browser, which hides responses from pages without CORS permission. `shown` is the request at the address
 * that the client used.
 */
export function refusalOf(
  request: AskingRequest,
  shown: AskingRequest,
  { corsOrigins = [], allowedHosts }: AccessOptions,
): Refusal | undefined {
  const hostname = hostNamesOf(request).find((name) => !isAnswered(name, allowedHosts))
  if (hostname !== undefined) {
    const advice = `serve with --allow-host ${hostname}, or listen with allowedHosts`
    return { status: 421, message: `421 Misdirected Request: to answer as ${hostname}, ${advice}` }
  }
  const origin = request.headers.get('origin')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (origin === null || isRead || mayUse(origin, shown, corsOrigins)) return undefined
  const advice = `serve with --cors-origin ${origin}, or listen with corsOrigins`
  return { status: 403, message: `403 Forbidden - to let pages of ${origin} in, ${advice}` }
}

/** Returns the host name of the URL and that of the Host header: Next.js puts `localhost` into each URL. */
function hostNamesOf({ url, headers }: AskingRequest): string[] {
  const asked = `http://${headers.get('host')}`
  const isKnown = headers.has('host') && isUrl(asked)
  return [url, ...(isKnown ? [asked] : [])].map((each) => new URL(each).hostname)
}

/** Whether requests to a host name are answered; all are where host names are not checked. */
export function isAnswered(hostname: string, allowedHosts: readonly string[] | undefined): boolean {
  return !allowedHosts || isLocalName(hostname) || allowedHosts.includes(hostname)
}

/** Whether pages of an origin can use the forge: its own pages, those of this machine, and those allowed. */
export function mayUse(
  origin: string,
  request: Pick<Request, 'url'>,
  corsOrigins: readonly string[],
): boolean {
  if (corsOrigins.includes('*') || corsOrigins.includes(origin)) return true
  if (!isUrl(origin)) return false
  return origin === new URL(request.url).origin || isLocalName(new URL(origin).hostname)
}

/**
 * Whether a host name can only mean this machine, or no host on the internet: loopback addresses, and the names
 * `localhost` and `test`, which RFC 6761 reserves.
 */
export function isLocalName(hostname: string): boolean {
  return (
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname) ||
    /(^|\.)(localhost|test)$/i.test(hostname)
  )
}

/** Whether a server that listens at a host name or an address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return isLocalName(host.includes(':') ? `[${host}]` : host)
}

/**
 * Returns the given control token, which can be null. Without one, only this machine has control: undefined on a
 * loopback address, null on any other.
 */
export function controlTokenAt(
  isOnLoopback: boolean,
  given: string | null | undefined,
): string | null | undefined {
  if (given !== undefined) return given
  return isOnLoopback ? undefined : null
}

/** The settings of a dev server or its preview that determine who can reach it, in the form of Vite. */
export interface DevServerSettings {
  /** The address it listens at: all addresses for `true`, `localhost` by default. */
  readonly host?: string | boolean | undefined
  /** The host names that it answers to; one with a leading dot includes its subdomains. */
  readonly allowedHosts?: readonly string[] | true | undefined
  readonly https?: object | undefined
}

/** Whether a dev server is reachable from this machine only. */
export function isOnLoopback({ host }: DevServerSettings): boolean {
  return typeof host === 'string' ? isLoopback(host) : host !== true
}

/**
 * Refuses a host name whose DNS entry can point at the dev server (DNS rebinding), as Vite does for its own content. IP
 * addresses are exempt, and over HTTPS the browser checks the name.
 */
export function refusalOfHost(
  hostname: string,
  { host, allowedHosts = [], https }: DevServerSettings,
): Refusal | undefined {
  if (https !== undefined || allowedHosts === true || hostname === host) return undefined
  if (isLocalName(hostname) || isAddress(hostname)) return undefined
  if (allowedHosts.some((allowed) => isWithin(hostname, allowed))) return undefined
  const advice = 'add it to `server.allowedHosts` in the configuration of Vite'
  return { status: 421, message: `421 Misdirected Request: to answer as ${hostname}, ${advice}` }
}

/** Tests the host name of a URL, which has a canonical form of each address. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)
}

function isWithin(hostname: string, allowed: string): boolean {
  return hostname === allowed || (allowed.startsWith('.') && `.${hostname}`.endsWith(allowed))
}

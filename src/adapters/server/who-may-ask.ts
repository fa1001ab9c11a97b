import { isUrl } from '../../shared/is-url.ts'
/** Who may ask a server beside programs on its own machine. */
export interface AccessOptions {
  /**
   * The origins whose pages may use the forge, such as `https://app.example.com` without a path, beside
   * those of this machine; `*` for all.
   */
  readonly corsOrigins?: readonly string[]
  /**
   * The host names that requests may be addressed to at any port, beside those of this machine; undefined
   * where that is not checked.
   */
  readonly allowedHosts?: readonly string[] | undefined
}

/** What of a request says who asks. */
interface AskingRequest extends Pick<Request, 'method' | 'url'> {
  readonly headers: Pick<Headers, 'get' | 'has'>
}

/** Why a request is refused, with the status for it. */
export interface Refusal {
  readonly status: 400 | 403 | 404 | 414 | 421
  readonly message: string
}

/**
 * Refuses what a page on another site makes a browser send: requests to a host name that somebody
 * else's DNS points here (DNS rebinding), and from foreign origins whatever may change something and
 * whatever asks whether it may. Reading is left to the browser, which shows no answer to a page that
 * CORS does not allow to see it. `shown` is the request at the address that the client asked.
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

/** That of its URL, and the one that was asked for: Next.js has `localhost` in each URL. */
function hostNamesOf({ url, headers }: AskingRequest): string[] {
  const asked = `http://${headers.get('host')}`
  const isKnown = headers.has('host') && isUrl(asked)
  return [url, ...(isKnown ? [asked] : [])].map((each) => new URL(each).hostname)
}

/** Whether requests to a host name are answered: all where that is not checked. */
export function isAnswered(hostname: string, allowedHosts: readonly string[] | undefined): boolean {
  return !allowedHosts || isLocalName(hostname) || allowedHosts.includes(hostname)
}

/** Whether pages of an origin may use the forge: its own, those of this machine, and those allowed. */
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
 * Whether a host name can only mean this machine, or none on the internet: loopback addresses, and
 * the names that RFC 6761 keeps out of public DNS for this, `localhost` and `test`.
 */
export function isLocalName(hostname: string): boolean {
  return (
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname) ||
    /(^|\.)(localhost|test)$/i.test(hostname)
  )
}

/** Whether nobody but this machine reaches a server that listens at a host name or an address. */
export function isLoopback(host: string): boolean {
  return isLocalName(host.includes(':') ? `[${host}]` : host)
}

/**
 * The control token that is given, null included. Where none is, control is open to this machine alone:
 * undefined on a loopback address, null on another.
 */
export function controlTokenAt(
  isOnLoopback: boolean,
  given: string | null | undefined,
): string | null | undefined {
  if (given !== undefined) return given
  return isOnLoopback ? undefined : null
}

/** What the configuration of a dev server or of its preview says of who reaches it, as Vite has it. */
export interface DevServerSettings {
  /** Where it listens: at all addresses for `true`, at `localhost` by default. */
  readonly host?: string | boolean | undefined
  /** Host names that it answers to; one with a dot before it means those below it as well. */
  readonly allowedHosts?: readonly string[] | true | undefined
  readonly https?: object | undefined
}

/** Whether nobody but this machine reaches a dev server. */
export function isOnLoopback({ host }: DevServerSettings): boolean {
  return typeof host === 'string' ? isLoopback(host) : host !== true
}

/**
 * Refuses a host name that somebody else's DNS may point at the dev server (DNS rebinding), as Vite does
 * for what it serves itself. Addresses are no names; over HTTPS the browser checks the name.
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

/** Of the host name of a URL, where each address is written in one way. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)
}

function isWithin(hostname: string, allowed: string): boolean {
  return hostname === allowed || (allowed.startsWith('.') && `.${hostname}`.endsWith(allowed))
}

import { readBaseUrl } from '../../contract/base-paths.ts'
import type { Refusal } from './who-may-ask.ts'

/** Longer addresses, in characters, are refused with 414. */
export const MAX_ADDRESS_LENGTH = 16_384

/** Where an application is, and how its clients see it. */
export interface PlaceOptions {
  /** The path that everything is served below, such as `/forge`; none by default. */
  readonly basePath?: string
  /**
   * The address that clients reach it at, where that is another one than it is asked at: of a proxy
   * before it, such as `https://forge.example.com`. Addresses in answers begin with it.
   */
  readonly baseUrl?: string
  /**
   * Whether `X-Forwarded-Host`, `X-Forwarded-Proto` and `X-Forwarded-Prefix` say at which address
   * clients reach it; for a proxy that sets them itself. False by default.
   */
  readonly trustProxy?: boolean
}

/** A request at the address that its client asked. */
export interface PlacedRequest {
  readonly request: Request
  /** What stands before the paths of the server there: nothing, or a path such as `/forge`. */
  readonly base: string
}

/** Finds the address that a client asked; a Refusal where nothing is there, or a proxy names none. */
export function placeRequest(request: Request, options: PlaceOptions): PlacedRequest | Refusal {
  const base = withoutSlash(options.basePath ?? '')
  const url = new URL(request.url)
  const path = url.pathname.replace(/\/{2,}/g, '/')
  if (!`${path}/`.startsWith(`${base}/`)) {
    return { status: 404, message: `404 Not Found - this forge is served below ${base}` }
  }
  const given = options.baseUrl === undefined ? undefined : readBaseUrl(options.baseUrl)
  const shown = given ?? (options.trustProxy ? forwarded(request, url, base) : undefined)
  if (shown === undefined) return { request, base }
  if (typeof shown !== 'string') return shown
  const address = `${withoutSlash(shown)}${path.slice(base.length)}${url.search}`
  return { request: new Request(address, request), base: withoutSlash(new URL(shown).pathname) }
}

/** What a proxy says of a request, where it says anything. */
function forwarded(request: Request, url: URL, base: string): string | Refusal | undefined {
  const host = firstOf(request, 'x-forwarded-host')
  const protocol = firstOf(request, 'x-forwarded-proto')
  const prefix = firstOf(request, 'x-forwarded-prefix')
  const wrong =
    (!/^([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/i.test(host ?? url.host) && ['Host', host]) ||
    (!/^https?$/i.test(protocol ?? 'http') && ['Proto', protocol]) ||
    (!/^(\/[\w.~%-]*)*$/.test(prefix ?? '') && ['Prefix', prefix])
  if (wrong) {
    const [name, value] = wrong
    return { status: 400, message: `400 (Bad request) X-Forwarded-${name} cannot be "${value}"` }
  }
  const scheme = protocol ?? url.protocol.slice(0, -1)
  return `${scheme}://${host ?? url.host}${withoutSlash(prefix ?? '')}${base}`
}

/** Of several proxies the one that the client asked. */
function firstOf({ headers }: Request, name: string): string | undefined {
  return headers.get(name)?.split(',')[0]?.trim() || undefined
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

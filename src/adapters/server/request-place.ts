import { readBaseUrl } from '../../contract/base-paths.ts'
import type { Refusal } from './who-may-ask.ts'

/** Longer addresses, in characters, are refused with 414. */
export const MAX_ADDRESS_LENGTH = 16_384

/** The address of an application, and how its clients see it. */
export interface PlaceOptions {
  /** The base path of all addresses, such as `/forge`; empty by default. */
  readonly basePath?: string
  /**
   * The address that clients use, where it differs from that of the server, as behind a proxy:
   * `https://forge.example.com`. Addresses in responses begin with it.
   */
  readonly baseUrl?: string
  /**
   * Whether to trust `X-Forwarded-Host`, `X-Forwarded-Proto` and `X-Forwarded-Prefix`, which is safe behind a proxy
   * that sets them itself. False by default.
   */
  readonly trustProxy?: boolean
}

/** A request at the address that its client used. */
export interface PlacedRequest {
  readonly request: Request
  /** The base path of the server at that address: empty, or a path such as `/forge`. */
  readonly base: string
}

/**
 * Finds the address that a client used; returns a Refusal where nothing is served there, or the headers of a proxy are
 * invalid.
 */
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

/** Returns the address from the headers of a proxy; undefined where there are none. */
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

/** Returns the value of the first proxy, which the client used. */
function firstOf({ headers }: Request, name: string): string | undefined {
  return headers.get(name)?.split(',')[0]?.trim() || undefined
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

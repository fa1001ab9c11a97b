import { type Api, apis } from '../contract/apis.ts'
import { readApiPath } from '../contract/base-paths.ts'
import { readForm } from './form.ts'
import type { IncomingRequest } from './incoming-request.ts'
import { type BoundedAddress, boundedAddress } from './redaction/redact-address.ts'

type RequestLine = Pick<IncomingRequest, 'method' | 'url'>

/** The parsed URL of a request. Parsing never refuses; reading the query may. */
export class RequestAddress {
  /** The URL of the request, with runs of slashes in its path collapsed into one. */
  readonly url: URL
  /** The method to route by: HEAD is handled as GET. */
  readonly method: string
  /** The API that the path belongs to; undefined where it belongs to none. */
  readonly api: Api | undefined
  /** The path below the base path of the API, still percent-encoded, without trailing slashes; else undefined. */
  readonly path: string | undefined
  /** The URL before the base path of the API: the one that the forge is served under. */
  readonly origin: string
  #query: Readonly<Record<string, unknown>> | undefined

  constructor({ method, url }: RequestLine) {
    this.url = withSingleSlashes(new URL(url))
    this.method = method === 'HEAD' ? 'GET' : method
    const { origin, pathname } = this.url
    const found = readApiPath(pathname)
    this.api = found && apis[found.api]
    this.path = found && withoutTrailingSlashes(found.below)
    this.origin = `${origin}${found?.before ?? ''}`
  }

  /** The parameters of the query. Throws a 400 where they are not UTF-8. */
  get query(): Readonly<Record<string, unknown>> {
    this.#query ??= readForm(this.url.search)
    return this.#query
  }

  /** The URL for the journal, without what is too long to be kept. */
  get bounded(): BoundedAddress {
    return boundedAddress(this.url)
  }
}

/**
 * Returns the part of a path that request criteria are compared with: the path below the base path of an API, without
 * trailing slashes, or the whole path of a git request; undefined for any other path.
 */
export function comparedPath(pathname: string): string | undefined {
  const found = readApiPath(pathname)
  if (found) return withoutTrailingSlashes(found.below)
  return pathname.includes('.git/') ? pathname : undefined
}

/** Some v3 clients join their base URL and a path with one slash too many. */
function withSingleSlashes(url: URL): URL {
  if (url.pathname.includes('//')) url.pathname = url.pathname.replace(/\/{2,}/g, '/')
  return url
}

/** Written as a loop: a regular expression would take quadratic time for a path of many slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

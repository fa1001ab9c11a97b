import { type Api, apis } from '../contract/apis.ts'
import { readApiPath } from '../contract/base-paths.ts'
import { readForm } from './form.ts'
import type { IncomingRequest } from './incoming-request.ts'
import { type BoundedAddress, boundedAddress } from './redaction/redact-address.ts'

type RequestLine = Pick<IncomingRequest, 'method' | 'url'>

/** What the address of a request says, before anything of it can be refused. */
export class RequestAddress {
  /** As it was asked for, but for runs of slashes in the path, which count as one. */
  readonly url: URL
  /** HEAD is asked for as GET. */
  readonly method: string
  /** The API that it belongs to; undefined elsewhere. */
  readonly api: Api | undefined
  /** Below the base path of the API, still percent-encoded, without a trailing slash; undefined elsewhere. */
  readonly path: string | undefined
  /** What stands before the base path of the API: the address that the forge is reached under. */
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

  /** The parameters in the query. Throws a 400 where they are no text. */
  get query(): Readonly<Record<string, unknown>> {
    this.#query ??= readForm(this.url.search)
    return this.#query
  }

  /** What the journal keeps of it. */
  get bounded(): BoundedAddress {
    return boundedAddress(this.url)
  }
}

/**
 * What criteria compare of a path: what stands below that of an API, without a trailing slash, and one of git as a whole;
 * undefined for a path elsewhere.
 */
export function comparedPath(pathname: string): string | undefined {
  const found = readApiPath(pathname)
  if (found) return withoutTrailingSlashes(found.below)
  return pathname.includes('.git/') ? pathname : undefined
}

/** Existing v3 clients join their base address and a path with one slash too many. */
function withSingleSlashes(url: URL): URL {
  if (url.pathname.includes('//')) url.pathname = url.pathname.replace(/\/{2,}/g, '/')
  return url
}

/** Without a pattern, which would look at every run of slashes again and again. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

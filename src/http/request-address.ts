import { readApiPath } from '../contract/base-paths.ts'
import { type CalledOperation, calledOperation, type FindRoute } from './called-operation.ts'
import { readForm } from './form.ts'
import type { IncomingRequest } from './incoming-request.ts'
import { boundedAddress, type KeptAddress } from './redaction/redact-address.ts'

type RequestLine = Pick<IncomingRequest, 'method' | 'url' | 'target' | 'host'>

/** What the address of a request says, before anything of it can be refused. */
export class RequestAddress {
  /** As it was asked for, but for runs of slashes in the path, which count as one. */
  readonly url: URL
  /** HEAD is asked for as GET. */
  readonly method: string
  /** Below the base path of the API, still percent-encoded, without a trailing slash; undefined elsewhere. */
  readonly path: string | undefined
  /** What stands before the base path of the API: the address that the forge is reached under. */
  readonly origin: string
  #query: Readonly<Record<string, unknown>> | undefined
  #called: CalledOperation | undefined
  #kept: KeptAddress | undefined

  constructor({ method, url }: RequestLine) {
    this.url = withSingleSlashes(new URL(url))
    this.method = method === 'HEAD' ? 'GET' : method
    const { origin, pathname } = this.url
    const found = readApiPath(pathname)
    this.path = found && withoutTrailingSlashes(found.below)
    this.origin = `${origin}${found?.before ?? ''}`
  }

  /** The parameters in the query. Throws a 400 where they are no text. */
  get query(): Readonly<Record<string, unknown>> {
    this.#query ??= readForm(this.url.search)
    return this.#query
  }

  /** What the journal keeps of it. */
  get kept(): KeptAddress {
    this.#kept ??= boundedAddress(this.url)
    return this.#kept
  }

  /** The operation that it calls. Throws a 404 where there is none, and a 405 by another method. */
  calledBy(route: FindRoute): CalledOperation {
    this.#called ??= calledOperation(route, this)
    return this.#called
  }
}

/**
 * Reads the address of a request.
 *
 * @example readAddress(new Request('http://forge.test/api//v3/projects/1/')).path // '/projects/1'
 */
export function readAddress(request: RequestLine): RequestAddress {
  return new RequestAddress(request)
}

/** So many addresses are remembered at once. */
const mostAddresses = 500

/** In characters; a longer one is read each time. */
const longestRemembered = 500

/**
 * Makes the function that reads addresses, each once: clients ask for few, again and again. What is derived
 * from an address alone may be kept by it.
 */
export function rememberAddresses(): (request: RequestLine) => RequestAddress {
  const known = new Map<string, { readonly address: RequestAddress; readonly host: unknown }>()
  return (request) => {
    const { method, host } = request
    // To put host and target together first would take longer than to look them up.
    const place = request.target ?? request.url
    if (place.length > longestRemembered) return readAddress(request)
    const key = method === 'GET' || method === 'HEAD' ? place : `${method} ${place}`
    const found = known.get(key)
    if (found && found.host === host) return found.address
    if (known.size >= mostAddresses) known.clear()
    const address = readAddress(request)
    known.set(key, { address, host })
    return address
  }
}

/** What of a path stands below that of an API, without a trailing slash; undefined for a path elsewhere. */
export function pathBelowApi(pathname: string): string | undefined {
  const found = readApiPath(pathname)
  return found && withoutTrailingSlashes(found.below)
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

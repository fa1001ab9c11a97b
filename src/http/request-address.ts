import type { IncomingRequest } from './incoming-request.ts'

const prefix = '/api/v3'

/** What the address of a request says, before anything of it can be refused. */
export interface RequestAddress {
  /** As it was asked for, but for runs of slashes in the path, which count as one. */
  readonly url: URL
  /** HEAD is asked for as GET. */
  readonly method: string
  /** Below `/api/v3`, still percent-encoded, without a trailing slash; undefined elsewhere. */
  readonly path: string | undefined
  /** What stands before `/api/v3`: the address that the forge is reached under. */
  readonly origin: string
}

/**
 * Reads the address of a request.
 *
 * @example readAddress(new Request('http://forge.test/api//v3/projects/1/')).path // '/projects/1'
 */
export function readAddress(request: Pick<IncomingRequest, 'method' | 'url'>): RequestAddress {
  const url = withSingleSlashes(new URL(request.url))
  const path = pathBelowApi(url.pathname)
  const before = path === undefined ? '' : url.pathname.slice(0, url.pathname.indexOf(prefix))
  return {
    url,
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path,
    origin: `${url.origin}${before}`,
  }
}

/** What of a path stands below `/api/v3`, without a trailing slash; undefined for a path elsewhere. */
export function pathBelowApi(pathname: string): string | undefined {
  const start = pathname.indexOf(prefix)
  if (start < 0) return undefined
  const rest = pathname.slice(start + prefix.length)
  return rest === '' || rest.startsWith('/') ? withoutTrailingSlashes(rest) : undefined
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

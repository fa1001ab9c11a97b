import type { Presented } from '../access/credentials.ts'
import type { RawParameters } from './body.ts'

const prefix = '/api/v3'

/** What the address of a request says, before anything of it can be refused. */
export interface Incoming {
  readonly url: URL
  /** HEAD is asked for as GET. */
  readonly method: string
  /** Below `/api/v3`, still percent-encoded, without a trailing slash; undefined elsewhere. */
  readonly path: string | undefined
  /** What stands before `/api/v3`: the address that the forge is reached under. */
  readonly origin: string
}

export function readIncoming(request: Request): Incoming {
  const url = new URL(request.url)
  const start = url.pathname.indexOf(prefix)
  const rest = start < 0 ? undefined : url.pathname.slice(start + prefix.length)
  const isUnder = rest !== undefined && (rest === '' || rest.startsWith('/'))
  return {
    url,
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: isUnder ? withoutTrailingSlashes(rest) : undefined,
    origin: isUnder ? `${url.origin}${url.pathname.slice(0, start)}` : url.origin,
  }
}

/** Without a pattern, which would look at every run of slashes again and again. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/**
 * The credentials of a request, from the query, the body or the headers (document 1,
 * Authentication 3). An empty one is none.
 */
export function readPresented(
  headers: Headers,
  query: RawParameters,
  body: RawParameters,
): Presented {
  const parameter = (name: string) => textOf(query, name) ?? textOf(body, name)
  const bearer = /^Bearer\s+(\S.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const cookie = /(?:^|;\s*)_service_session=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1]
  return {
    privateToken: parameter('private_token') ?? (headers.get('private-token') || undefined),
    accessToken: parameter('access_token') ?? bearer,
    session: cookie,
    sudo: parameter('sudo') ?? (headers.get('sudo') || undefined),
  }
}

function textOf(parameters: RawParameters, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

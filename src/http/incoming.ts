import type { Presented } from '../access/credentials.ts'
import type { RawParameters } from './body.ts'
import { readForm } from './form.ts'

const prefix = '/api/v3'

/** A request, read as far as it can be without its body. */
export interface Incoming {
  readonly url: URL
  /** HEAD is asked for as GET. */
  readonly method: string
  /** Below `/api/v3`, still percent-encoded, without a trailing slash; undefined elsewhere. */
  readonly path: string | undefined
  /** What stands before `/api/v3`: the address that the forge is reached under. */
  readonly origin: string
  readonly query: RawParameters
}

export function readIncoming(request: Request): Incoming {
  const url = new URL(request.url)
  const start = url.pathname.indexOf(prefix)
  const rest = start < 0 ? undefined : url.pathname.slice(start + prefix.length)
  const isUnder = rest !== undefined && (rest === '' || rest.startsWith('/'))
  return {
    url,
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: isUnder ? rest.replace(/\/+$/, '') : undefined,
    origin: isUnder ? `${url.origin}${url.pathname.slice(0, start)}` : url.origin,
    query: url.search ? readForm(url.searchParams) : {},
  }
}

/**
 * The credentials of a request, from the query, the body or the headers (document 1,
 * Authentication 3). An empty header is no credential.
 */
export function readPresented(
  headers: Headers,
  query: RawParameters,
  body: RawParameters,
): Presented {
  const parameter = (name: string) => textOf(query[name]) ?? textOf(body[name])
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const cookie = /(?:^|;\s*)_service_session=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1]
  return {
    privateToken: parameter('private_token') ?? textOf(headers.get('private-token')),
    accessToken: parameter('access_token') ?? bearer,
    session: cookie,
    sudo: parameter('sudo') ?? textOf(headers.get('sudo')),
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

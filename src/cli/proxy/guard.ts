import type { IncomingMessage } from 'node:http'
import { readHostName, readOrigin } from '../../adapters/server/access-names.ts'
import {
  type AccessOptions,
  isLoopback,
  type Refusal,
  refusalOf,
} from '../../adapters/server/who-may-ask.ts'
import { isUrl } from '../../shared/is-url.ts'
import { pathOf, type Upstream } from './forward.ts'

/**
 * Makes the access check of a proxy. Like `serve`, it refuses requests to a host name whose DNS entry can point here,
 * and cross-origin requests of pages: the server behind it may be reachable from this machine only. It also refuses
 * paths outside of the base path of the server.
 */
export function createGuard(
  { address }: Upstream,
  { corsOrigins = [], allowedHosts }: AccessOptions,
  host: string,
): (request: IncomingMessage) => Refusal | undefined {
  const names = allowedHosts?.map((name) => readHostName(name) ?? name)
  const access = {
    corsOrigins: corsOrigins.map((origin) => readOrigin(origin) ?? origin),
    allowedHosts: names ?? (isLoopback(host) ? [] : undefined),
  }
  const basePath = address.pathname.replace(/\/$/, '')
  return (request) => {
    const { method = 'GET', url = '/', headers } = request
    const asked = `http://${headers.host ?? 'localhost'}`
    if (!isUrl(asked)) return { status: 400, message: '400 Bad Request: the header Host' }
    const named = /^https?:/i.test(url) && isUrl(url) ? url : asked
    const { origin } = headers
    const shown = {
      method,
      url: named,
      headers: new Headers({
        host: new URL(asked).host,
        ...(origin === undefined ? {} : { origin }),
      }),
    }
    const refusal = refusalOf(shown, shown, access)
    if (refusal || basePath === '' || !leavesItsRoot(pathOf(request))) return refusal
    const message = `400 Bad Request: the path leaves ${basePath}, which the proxy passes on to`
    return { status: 400, message }
  }
}

/**
 * Whether a path leaves its root by any form of `..` that servers accept: with encoded dots and slashes (also doubly
 * encoded, for a chain of servers), backslashes, or parameters (`..;a=b`).
 */
function leavesItsRoot(path: string): boolean {
  const characters: Readonly<Record<string, string>> = {
    '2e': '.',
    '2f': '/',
    '5c': '/',
    '3b': ';',
  }
  const [plain = ''] = path
    .split(/[?#]/, 1)
    .map((text) =>
      text.replace(
        /%(?:25)*(2e|2f|5c|3b)/gi,
        (_, code: string) => characters[code.toLowerCase()] ?? '',
      ),
    )
  let depth = 0
  for (const part of plain.split(/[/\\]/)) {
    const name = part.replace(/;.*/, '')
    if (name === '..') depth--
    else if (name !== '' && name !== '.') depth++
    if (depth < 0) return true
  }
  return false
}

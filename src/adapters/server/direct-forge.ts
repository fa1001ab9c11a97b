import { basePaths } from '../../contract/base-paths.ts'
import type { Forge, IncomingHeaders } from '../../forge/forge.ts'
import { isUrl } from '../../shared/is-url.ts'
import { reachWorld } from '../../worlds/control/reached-world.ts'
import type { Worlds } from '../../worlds/worlds.ts'
import type { ApplicationOptions } from './application-options.ts'
import { MAX_ADDRESS_LENGTH } from './request-place.ts'
import { isAnswered } from './who-may-ask.ts'

/** The request line and the headers of a request, unparsed. */
export interface RequestHead {
  /** The Host header; undefined where it is missing. */
  readonly host: string | undefined
  /** The path and the query. */
  readonly target: string
  readonly headers: IncomingHeaders
}

/**
 * An address without ambiguity: below the base path of an API, without empty segments and without segments that begin
 * with a dot.
 */
const plainTarget = new RegExp(
  `^(?:/w/[\\w-]+)?(?:${Object.values(basePaths).join('|')})${
    /(?:\/(?!%2e)[\w%!$&'()*+,;=:@~-][\w.%!$&'()*+,;=:@~-]*)+(?:\?[\w.%!$&'()*+,;=:@~/?[\]-]*)?$/
      .source
  }`,
  'i',
)

/** The maximum length of the part of an address before the path. */
const MAX_ORIGIN_LENGTH = 512

/**
 * Finds the forge that can answer a request directly: the request is for the API, is not cross-origin, and the client
 * used the address of the server itself. Undefined for all other requests, including those that are refused.
 */
export function directForge(
  worlds: Worlds,
  { basePath = '', baseUrl, trustProxy = false }: ApplicationOptions,
  allowedHosts: readonly string[] | undefined,
): (head: RequestHead) => Forge | undefined {
  const standsAsAsked = basePath === '' && baseUrl === undefined && !trustProxy
  let last = { host: '', isPlain: false }
  function isPlainHost(host: string): boolean {
    if (host !== last.host) last = { host, isPlain: isWrittenPlainly(host, allowedHosts) }
    return last.isPlain
  }
  return ({ host, target, headers }) => {
    if (!standsAsAsked || host === undefined || headers.get('origin') !== null) return undefined
    if (target.length > MAX_ADDRESS_LENGTH - MAX_ORIGIN_LENGTH || !plainTarget.test(target))
      return undefined
    if (!isPlainHost(host)) return undefined
    const { world, problem } = reachWorld(worlds, { headers }, target)
    return problem === undefined ? world.forge : undefined
  }
}

/** Whether requests to a host are answered, and parsing its URL does not change it. */
function isWrittenPlainly(host: string, allowedHosts: readonly string[] | undefined): boolean {
  if (!isUrl(`http://${host}`)) return false
  const url = new URL(`http://${host}`)
  return (
    url.host === host && url.href === `http://${host}/` && isAnswered(url.hostname, allowedHosts)
  )
}

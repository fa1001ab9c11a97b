import { basePaths } from '../../contract/base-paths.ts'
import type { Forge, IncomingHeaders } from '../../forge/forge.ts'
import { isUrl } from '../../shared/is-url.ts'
import { reachWorld } from '../../worlds/control/reached-world.ts'
import type { Worlds } from '../../worlds/worlds.ts'
import type { ApplicationOptions } from './application-options.ts'
import { MAX_ADDRESS_LENGTH } from './request-place.ts'
import { isAnswered } from './who-may-ask.ts'

/** The beginning of a request, as it came. */
export interface RequestHead {
  /** The header Host; undefined where there is none. */
  readonly host: string | undefined
  /** Path and query. */
  readonly target: string
  readonly headers: IncomingHeaders
}

/** An address that everybody reads alike: below the base path of an API, without empty segments and dots before a name. */
const plainTarget = new RegExp(
  `^(?:/w/[\\w-]+)?(?:${Object.values(basePaths).join('|')})${
    /(?:\/(?!%2e)[\w%!$&'()*+,;=:@~-][\w.%!$&'()*+,;=:@~-]*)+(?:\?[\w.%!$&'()*+,;=:@~/?[\]-]*)?$/
      .source
  }`,
  'i',
)

/** What may stand before the path in an address. */
const MAX_ORIGIN_LENGTH = 512

/**
 * Finds the forge that answers a request without more ado: it is one of the API, its client is no browser
 * on another origin, and the server stands where it says. Undefined for every other one, and for those
 * that are refused.
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

/** Whether a host is answered, and an address has it as it is written. */
function isWrittenPlainly(host: string, allowedHosts: readonly string[] | undefined): boolean {
  if (!isUrl(`http://${host}`)) return false
  const url = new URL(`http://${host}`)
  return (
    url.host === host && url.href === `http://${host}/` && isAnswered(url.hostname, allowedHosts)
  )
}

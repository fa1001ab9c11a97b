import { defaultWorld, isWorldName } from './world-names.ts'
import type { World, Worlds } from './worlds.ts'

/** The world that a request is for. */
export interface ReachedWorld {
  /** The default one where the request names none, and where what it names is not there. */
  readonly world: World
  /** What stands in the path before the world's own addresses: `/w/NAME`, or nothing. */
  readonly prefix: string
  /** Why there is no answer: the name that is not there, and what would make it. */
  readonly problem: string | undefined
}

/** The headers of a request, as far as they name a world. */
type NamingHeaders = Pick<Headers, 'get'>

/** The name of a world in a request, and where it stands. */
interface NamedWorld {
  readonly name: string
  readonly by: 'path' | 'header X-Forge-World' | 'cookie forge_world'
}

/**
 * Finds the world of a request: by its path `/w/NAME/…`, else its header `X-Forge-World`, else its
 * cookie `forge_world`. `path` is that of the request, without what the server itself stands under.
 * @example reachWorld(worlds, request, '/w/checkout/api/v3/user').prefix // '/w/checkout'
 */
export function reachWorld(
  worlds: Worlds,
  request: { readonly headers: NamingHeaders },
  path: string,
): ReachedWorld {
  const named = worldInPath(path) ?? worldInHeaders(request.headers)
  const prefix = named?.by === 'path' ? `/w/${named.name}` : ''
  const world = worlds.get(named?.name ?? defaultWorld)
  if (world) return { world, prefix, problem: undefined }
  return { world: worlds.default, prefix, problem: named && problemOf(worlds, named) }
}

function worldInPath(path: string): NamedWorld | undefined {
  if (!path.startsWith('/w/')) return undefined
  const [name = ''] = path.slice('/w/'.length).split('/', 1)
  return isWorldName(name) ? { name, by: 'path' } : undefined
}

function worldInHeaders(headers: NamingHeaders): NamedWorld | undefined {
  const name = headers.get('x-forge-world')
  if (name !== null) return { name, by: 'header X-Forge-World' }
  const inCookie = /(?:^|;)\s*forge_world=([^;]*)/.exec(headers.get('cookie') ?? '')?.[1]?.trim()
  return inCookie ? { name: inCookie, by: 'cookie forge_world' } : undefined
}

/** So many names fit into a message. */
const namesShown = 10

function problemOf(worlds: Worlds, { name, by }: NamedWorld): string {
  const names = worlds.list().map((world) => world.name)
  const rest = names.length - namesShown
  const known = [...names.slice(0, namesShown), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  const make = isWorldName(name)
    ? `POST /_forge/worlds {"name": "${name}"} or \`forgery world create ${name}\` makes it`
    : 'no world can have this name'
  return `404 World Not Found: the ${by} names the world ${JSON.stringify(name.slice(0, 100))}, which is not there: ${make}. There are ${known}; one that was not used for long may have been let go (--max-worlds, --world-ttl)`
}

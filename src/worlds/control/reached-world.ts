import { ControlError } from '../control-error.ts'
import { defaultWorld, isWorldName, missingWorld, namesOf } from '../world-names.ts'
import type { World, Worlds } from '../worlds.ts'

/** The world that a request is for. */
export interface ReachedWorld {
  /** The default world where the request names none, or one that does not exist. */
  readonly world: World
  /** The part of the path before the addresses of the world: `/w/NAME`, or empty. */
  readonly prefix: string
  /** Why the request cannot be answered: the unknown name, and how to create such a world. */
  readonly problem: string | undefined
}

/** The part of a request that can name a world beside its path. */
interface NamingRequest {
  readonly headers: Pick<Headers, 'get'>
}

/** The name of a world in a request, and the part of the request that has it. */
export interface NamedWorld {
  readonly name: string
  readonly by: 'path' | 'header X-Forge-World' | 'cookie forge_world'
}

/**
 * Finds the world of a request: by its path `/w/NAME/…`, else its header `X-Forge-World`, else its cookie
 * `forge_world`. `path` is the path of the request without the base path of the server.
 * @example reachWorld(worlds, request, '/w/checkout/_forge/state').prefix // '/w/checkout'
 */
export function reachWorld(worlds: Worlds, request: NamingRequest, path: string): ReachedWorld {
  const named = namedWorld(request, path)
  const prefix = prefixOf(named)
  const world = worlds.get(named?.name ?? defaultWorld)
  if (world) return { world, prefix, problem: undefined }
  return { world: worlds.default, prefix, problem: named && problemOf(named, namesOf(worlds)) }
}

/** Returns the world of a control call: the one named in its path, or else the one that the request reached. */
export function worldOfCall(
  worlds: Worlds,
  { world, problem }: ReachedWorld,
  name: string | undefined,
): World {
  if (name !== undefined) return worlds.get(name) ?? missingWorld(name, namesOf(worlds))
  if (problem !== undefined) throw new ControlError(404, problem)
  return world
}

/** Returns the world that a request names; undefined where it means the default world. */
export function namedWorld(request: NamingRequest, path: string): NamedWorld | undefined {
  return worldInPath(path) ?? worldInHeaders(request.headers)
}

/** Returns the part of the path before the addresses of the world: `/w/NAME`, or empty. */
export function prefixOf(named: NamedWorld | undefined): string {
  return named?.by === 'path' ? `/w/${named.name}` : ''
}

function worldInPath(path: string): NamedWorld | undefined {
  if (!path.startsWith('/w/')) return undefined
  const [name = ''] = path.slice('/w/'.length).split('/', 1)
  return isWorldName(name) ? { name, by: 'path' } : undefined
}

function worldInHeaders(headers: NamingRequest['headers']): NamedWorld | undefined {
  const name = headers.get('x-forge-world')
  if (name !== null) return { name, by: 'header X-Forge-World' }
  const cookie = headers.get('cookie')
  if (cookie === null) return undefined
  const inCookie = /(?:^|;)\s*forge_world=([^;]*)/.exec(cookie)?.[1]?.trim()
  return inCookie ? { name: inCookie, by: 'cookie forge_world' } : undefined
}

/** The number of names that fit into a message. */
const MAX_LISTED_NAMES = 10

/** Explains that no world has the name in a request. */
export function problemOf({ name, by }: NamedWorld, names: readonly string[]): string {
  const rest = names.length - MAX_LISTED_NAMES
  const known = [...names.slice(0, MAX_LISTED_NAMES), ...(rest > 0 ? [`${rest} more`] : [])].join(
    ', ',
  )
  const make = isWorldName(name)
    ? `POST /_forge/worlds {"name": "${name}"} or \`forgery world create ${name}\` makes it`
    : 'no world can have this name'
  const present = names.length === 1 ? `The only one is ${known}` : `There are ${known}`
  return `404 World Not Found: the ${by} names the world ${JSON.stringify(name.slice(0, 100))}, which is not there: ${make}. ${present}; one that was not used for long may have been evicted (--max-worlds, --world-ttl)`
}

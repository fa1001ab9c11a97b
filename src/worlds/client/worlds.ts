import type { ForgeControl } from '../../forge/control.ts'
import type { Seed } from '../../seed/schema.ts'
import { type Connection, callServer } from './call.ts'
import type { ServedCollections } from './collections.ts'

/** A world in a list. */
export interface ListedWorld {
  readonly name: string
  /** The part of the addresses of the world before the base path of the API. */
  readonly url: string
}

/** A world of a server, with its control. */
export interface ServedWorld extends ForgeControl, ListedWorld {
  readonly collections: ServedCollections
  /** The private tokens of users who can sign in, by username, from the time when the world was made or found. */
  readonly tokens: Readonly<Record<string, string>>
}

/** The starting point of a new world; by default that of the default world. */
export interface NewServedWorld {
  /** `w1`, `w2` and so on by default. */
  readonly name?: string
  /** A seed, or the name of a seed of the server, such as `empty` or `demo`. */
  readonly seed?: Seed | string
  /** The name of a world to copy in its present state. */
  readonly from?: string
  /** The name of a snapshot of the world `from`, or of the default world. */
  readonly snapshot?: string
}

/** The worlds of a server. */
export interface ServedWorlds {
  /** Rejects where the name is taken or the starting point does not exist. */
  create(world?: NewServedWorld): Promise<ServedWorld>
  /** Rejects where no world has the name. */
  get(name: string): Promise<ServedWorld>
  /** Lists the worlds, the default one first, then the least recently used first. */
  list(): Promise<readonly ListedWorld[]>
  remove(name: string): Promise<void>
  reset(name: string): Promise<void>
}

type WorldAnswer = ListedWorld & Pick<ServedWorld, 'tokens'>

/** Returns the worlds of the server of a connection; `controlOver` makes the control of one. */
export function createServedWorlds(
  connection: Connection,
  controlOver: (connection: Connection) => Omit<ServedWorld, keyof WorldAnswer>,
): ServedWorlds {
  const pathOf = (name: string) => `/worlds/${encodeURIComponent(name)}`
  const connected = (world: WorldAnswer): ServedWorld => ({
    ...controlOver({ ...connection, world: world.name }),
    ...world,
  })
  return {
    async create(world = {}) {
      return connected(await callServer<WorldAnswer>(connection, 'POST', '/worlds', world))
    },
    async get(name) {
      return connected(await callServer<WorldAnswer>(connection, 'GET', pathOf(name)))
    },
    list: () => callServer<ListedWorld[]>(connection, 'GET', '/worlds'),
    remove: (name) => callServer(connection, 'DELETE', pathOf(name)),
    async reset(name) {
      await callServer(connection, 'POST', `${pathOf(name)}/reset`)
    },
  }
}

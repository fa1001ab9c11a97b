import type { ForgeControl } from '../../forge/control.ts'
import type { Seed } from '../../seed/schema.ts'
import { type Connection, callServer } from './call.ts'
import type { ServedCollections } from './collections.ts'

/** A world as a list of them shows it. */
export interface ListedWorld {
  readonly name: string
  /** What stands before the base path of the API in the addresses of the world. */
  readonly url: string
}

/** A world of a server, to control. */
export interface ServedWorld extends ForgeControl, ListedWorld {
  readonly collections: ServedCollections
  /**
   * The private tokens of those who can sign in, by username, as they were when the world was made
   * or found.
   */
  readonly tokens: Readonly<Record<string, string>>
}

/** What a new world starts from; without any of it, where the default world started. */
export interface NewServedWorld {
  /** `w1`, `w2` and so on by default. */
  readonly name?: string
  /** A seed, or the name of one that the server knows: `empty`, `demo`. */
  readonly seed?: Seed | string
  /** The name of a world to go on from, as it is now. */
  readonly from?: string
  /** The name of a snapshot that the world `from`, or the default one, keeps. */
  readonly snapshot?: string
}

/** The worlds of a server. */
export interface ServedWorlds {
  /** Rejects where the name is taken, or what it starts from is not there. */
  create(world?: NewServedWorld): Promise<ServedWorld>
  /** Rejects where there is no world of the name. */
  get(name: string): Promise<ServedWorld>
  /** The default one first, then the longest unused first. */
  list(): Promise<readonly ListedWorld[]>
  remove(name: string): Promise<void>
  reset(name: string): Promise<void>
}

type WorldAnswer = ListedWorld & Pick<ServedWorld, 'tokens'>

/** The worlds of the server that a connection reaches; `controlOver` makes the control of one. */
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

import { ControlError } from '../../worlds/control-error.ts'
import type { NewWorld, World, Worlds } from '../../worlds/worlds.ts'
import { type ApplicationOptions, application } from '../server/application.ts'
import type { OpenForge } from './open-forge.ts'

/** The world that a Durable Object serves. */
export interface ServedWorld {
  readonly world: World
  answer(request: Request): Response | Promise<Response>
  /** Exports the present world, or one of its snapshots, as a saved world. */
  toBytes(snapshot: string | undefined): Promise<Uint8Array<ArrayBuffer>>
  /** Ends pending waits and streams of the world. */
  end(): void
}

/** Serves a world as any server does; requests that name another world are refused. */
export function serveWorld(
  name: string,
  { forge, snapshots }: OpenForge,
  options: ApplicationOptions,
): ServedWorld {
  const ending = new AbortController()
  const world: World = { name, forge, ended: ending.signal }
  const { fetch } = application(worldsOf(world), options)
  return {
    world,
    answer: fetch,
    toBytes(snapshot) {
      if (snapshot === undefined) return forge.toBytes()
      if (!snapshots.has(snapshot)) {
        throw new ControlError(404, `There is no snapshot "${snapshot}" of the world to start from`)
      }
      return forge.fork({ from: forge.snapshots.get(snapshot) }).toBytes()
    },
    end: () => ending.abort(),
  }
}

/** Presents the single world of an object as the worlds of a server. */
function worldsOf(world: World): Worlds {
  return {
    default: world,
    get: (name) => (name === world.name ? world : undefined),
    list: () => [world],
    create: (_: NewWorld = {}) => refuse(),
    putBack: refuse,
    onCreate() {},
    remove: refuse,
    reset: () => world.forge.reset(),
    maxWorlds: 0,
    seedNames: [],
  }
}

function refuse(): never {
  throw new ControlError(400, 'An object has one world: the front of the worker knows the others')
}

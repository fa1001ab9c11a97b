import type { Forge } from '../forge/forge.ts'
import type { Seed } from '../seed/schema.ts'
import type { Snapshot } from '../store/store.ts'
import { ControlError } from './control-error.ts'
import type { SavedWorld } from './saved/world-file.ts'
import { createEntryList } from './world-list.ts'
import {
  checkRemovable,
  checkWorldName,
  defaultWorld,
  freeWorldName,
  missingWorld,
  namesOf,
  noFurtherWorlds,
  takenWorld,
} from './world-names.ts'
import { type NamedSeeds, seedNamesOf, seedReader } from './world-seeds.ts'

/** A forge with a name, one of many. */
export interface World {
  readonly name: string
  readonly forge: Forge
  /** Aborted when the world is removed or evicted. */
  readonly ended: AbortSignal
}

/** The starting point of a new world; by default that of the default world. */
export interface NewWorld {
  /** `w1`, `w2` and so on by default. */
  readonly name?: string
  /** A seed, the name of one (`empty`, `demo`, or one of `seeds`), or in Node the path of one. */
  readonly seed?: Seed | URL | string
  /** The name of a world to copy in its present state. */
  readonly from?: string
  /** The name of a snapshot of the world `from`, or of the default world. */
  readonly snapshot?: string
}

/** The maximum number of worlds, their time to live, and the named seeds. */
export interface WorldLimits {
  /**
   * The maximum number of worlds beside the default one; 1,000 by default. The least recently used world is evicted
   * first.
   */
  readonly maxWorlds?: number
  /** Milliseconds after which an unused world can be evicted; by default worlds do not expire. */
  readonly worldTtl?: number
  /** Seeds that a new world can name, beside `empty` and `demo`. */
  readonly seeds?: NamedSeeds
}

/** Isolated worlds in one process: each of several parallel tests that share a server gets its own. */
export interface Worlds {
  /** The world that exists from the beginning and is never evicted. */
  readonly default: World
  /** The maximum number of worlds beside the default one. */
  readonly maxWorlds: number
  /** Makes a world, about as fast as a fork once its seed was read. */
  create(world?: NewWorld): Promise<World>
  /**
   * Makes a world from a saved one.
   * @throws Error where the name is taken or invalid.
   */
  putBack(name: string, saved: PutBack): World
  /** Calls a listener with each world that `create` makes from now on, and with the starting point of the world. */
  onCreate(listener: (world: World, of: NewWorld) => void): void
  /** Returns the world with a name, which counts as a use of it; undefined where there is none. */
  get(name: string): World | undefined
  /** Lists all worlds, the default one first, then the least recently used first. */
  list(): readonly World[]
  /** @throws Error where there is no such world, and for the default one. */
  remove(name: string): void
  /**
   * Returns a world to its starting point.
   * @throws Error where there is no such world.
   */
  reset(name: string): void
  /** The names of the seeds that a new world can start from. */
  readonly seedNames: readonly string[]
}

/** A world that was saved. */
export interface PutBack {
  /** The state in which it continues. */
  readonly saved: SavedWorld
  /** The state after a reset; by default the starting point of the default world. */
  readonly start?: Snapshot | undefined
}

/** @throws ControlError where a new world has two starting points. */
export function checkStart({ seed, from, snapshot }: NewWorld): void {
  if (seed !== undefined && (from ?? snapshot) !== undefined) {
    throw new ControlError(400, 'A world starts from a seed or from another world, not from both')
  }
}

/** Whether a value was made by `createWorlds`, and not by `createForge`. */
export function isWorlds(value: unknown): value is Worlds {
  return typeof value === 'object' && value !== null && 'seedNames' in value
}

/** Makes worlds around a forge, which becomes the default one; `now` is a monotonic clock in milliseconds. */
export function worldsAround(
  forge: Forge,
  { maxWorlds = 1000, worldTtl = Number.POSITIVE_INFINITY, seeds = {} }: WorldLimits = {},
  now: () => number = () => performance.now(),
): Worlds {
  const endings = new WeakMap<World, AbortController>()
  const end = (world: World) => endings.get(world)?.abort()
  const limits = { most: maxWorlds, timeToLive: worldTtl }
  const others = createEntryList<World>(limits, now, end)
  const first: World = { name: defaultWorld, forge, ended: new AbortController().signal }
  forge.faults.share(forge.faults, defaultWorld)
  const startOf = seedReader(seeds)
  const listeners: ((world: World, of: NewWorld) => void)[] = []
  let nextNumber = 1

  const get = (name: string) => (name === defaultWorld ? first : others.use(name))
  const present = (name: string) => get(name) ?? missingWorld(name, namesOf({ list }))
  const list = () => [first, ...others.all()]
  const isTaken = (name: string) => name === defaultWorld || others.has(name)

  function nameFor(given: string | undefined): string {
    if (given === undefined) {
      nextNumber = freeWorldName(nextNumber, isTaken)
      return `w${nextNumber++}`
    }
    checkIsFree(given)
    return given
  }

  function checkIsFree(name: string): void {
    if (isTaken(name)) takenWorld(name)
  }

  function put(name: string, made: Forge): World {
    made.faults.share(forge.faults, name)
    const ending = new AbortController()
    const world: World = { name, forge: made, ended: ending.signal }
    endings.set(world, ending)
    others.add(name, world)
    return world
  }

  /** Returns a synchronous function that makes the forge of a new world; its seed is read in advance. */
  async function makerOf({ seed, from, snapshot }: NewWorld): Promise<(name: string) => Forge> {
    checkStart({ seed, from, snapshot })
    if (seed !== undefined) {
      const start = await startOf(seed)
      return (name) => forge.fork({ from: start, name })
    }
    if (from === undefined && snapshot === undefined) {
      return (name) => forge.fork({ from: 'seed', name })
    }
    const source = present(from ?? defaultWorld).forge
    if (snapshot === undefined) return (name) => source.fork({ name })
    const start = snapshotOf(source, snapshot)
    return (name) => source.fork({ from: start, name })
  }

  return {
    default: first,
    maxWorlds,
    async create(world = {}) {
      if (maxWorlds === 0) noFurtherWorlds()
      if (world.name !== undefined) {
        checkWorldName(world.name)
        checkIsFree(world.name)
      }
      const make = await makerOf(world)
      const name = nameFor(world.name)
      const created = put(name, make(name))
      for (const listener of listeners) listener(created, world)
      return created
    },
    putBack(name, { saved, start }) {
      checkWorldName(name)
      return put(nameFor(name), forge.fork({ from: start ?? 'seed', saved, name }))
    },
    onCreate(listener) {
      listeners.push(listener)
    },
    get,
    list,
    remove(name) {
      checkRemovable(name)
      end(others.remove(name) ?? missingWorld(name, namesOf({ list })))
    },
    reset: (name) => present(name).forge.reset(),
    seedNames: seedNamesOf(seeds),
  }
}

function snapshotOf({ snapshots }: Forge, name: string): Snapshot {
  if (snapshots.all().includes(name)) return snapshots.get(name)
  throw new ControlError(404, `There is no snapshot "${name}" of the world to start from`)
}

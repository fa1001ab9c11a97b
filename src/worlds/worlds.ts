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

/** One of many worlds: a forge with a name. */
export interface World {
  readonly name: string
  readonly forge: Forge
  /** Aborted when the world is removed, or evicted as one of too many. */
  readonly ended: AbortSignal
}

/** What a new world starts from; without any of it, where the default world started. */
export interface NewWorld {
  /** `w1`, `w2` and so on by default. */
  readonly name?: string
  /** A seed, the name of one (`empty`, `demo`, or one of `seeds`), or in Node the path of one. */
  readonly seed?: Seed | URL | string
  /** The name of a world to go on from, as it is now. */
  readonly from?: string
  /** The name of a snapshot that the world `from`, or the default one, keeps. */
  readonly snapshot?: string
}

/** How many worlds are kept, for how long, and which seeds have names. */
export interface WorldLimits {
  /** How many worlds there may be beside the default one; 1,000 by default. The longest unused goes first. */
  readonly maxWorlds?: number
  /** Milliseconds after which a world that nobody used may go; by default none goes for that. */
  readonly worldTtl?: number
  /** Seeds that a new world may name, beside `empty` and `demo`. */
  readonly seeds?: NamedSeeds
}

/** Independent worlds in one process: parallel tests that share a server each get their own. */
export interface Worlds {
  /** The world that is there from the beginning, and is never evicted. */
  readonly default: World
  /** How many there may be beside the default one. */
  readonly maxWorlds: number
  /** Makes a world: about as fast as a fork, once its seed was read. */
  create(world?: NewWorld): Promise<World>
  /** Makes a world of what was saved of one. @throws Error where the name is taken or cannot be one. */
  putBack(name: string, saved: PutBack): World
  /** Calls a listener with each world that `create` makes from now on, and with what it was made of. */
  onCreate(listener: (world: World, of: NewWorld) => void): void
  /** The world of a name, which counts as used now; undefined where there is none. */
  get(name: string): World | undefined
  /** All worlds, the default one first, then the longest unused first. */
  list(): readonly World[]
  /** @throws Error where there is no such world, and for the default one. */
  remove(name: string): void
  /** Back to where the world started. @throws Error where there is no such world. */
  reset(name: string): void
  /** The seeds that a new world may name. */
  readonly seedNames: readonly string[]
}

/** A world as it was saved. */
export interface PutBack {
  /** Where it goes on. */
  readonly saved: SavedWorld
  /** What a reset leads to; by default where the default world started. */
  readonly start?: Snapshot | undefined
}

/** @throws ControlError where a new world is to start from two things at once. */
export function checkStart({ seed, from, snapshot }: NewWorld): void {
  if (seed !== undefined && (from ?? snapshot) !== undefined) {
    throw new ControlError(400, 'A world starts from a seed or from another world, not from both')
  }
}

/** Whether a value is what `createWorlds` makes, and no single forge. */
export function isWorlds(value: unknown): value is Worlds {
  return typeof value === 'object' && value !== null && 'seedNames' in value
}

/** Worlds around a forge, which is the default one; `now` is a clock in milliseconds from any start. */
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

  /** What makes the forge of a new world, in one step: a seed is read before, and not after. */
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

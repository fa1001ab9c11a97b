import { readTime } from '../contract/time.ts'
import { restoreRecord } from '../gitlab/domain/restore.ts'
import { createStore, type Snapshot } from '../store/store.ts'
import { records } from './generated/empty-world.ts'
import { loadSeed } from './load.ts'
import type { SeedProgress } from './loaders/loading.ts'
import type { Seed } from './schema.ts'

/** The built-in worlds. They are immutable, so each is unpacked once for all forges that start from it. */
const builtInWorlds = new Map<string, Snapshot>()

/**
 * Loads the world of a seed, to start a store from: `empty`, `demo`, `demo@DAY` (the demo world with its dates moved,
 * so that it ends in the week before that day or time), the path or the file: URL of a file (in Node), or the seed
 * itself. `onProgress` is called repeatedly with the progress.
 * @throws SeedError where the seed is wrong, with the file, the path and the reason of every problem.
 * @throws Error where a file cannot be read.
 * @example
 * const world = await loadWorld({ users: [{ username: 'jane' }] })
 */
export async function loadWorld(
  seed: string | URL | Seed,
  onProgress: (progress: SeedProgress) => void = () => {},
): Promise<Snapshot> {
  if (typeof seed !== 'string' && !(seed instanceof URL)) {
    return loadSeed(seed, 'given to createForge', undefined, { onProgress }).snapshot()
  }
  const builtIn = typeof seed === 'string' ? await builtInWorld(seed) : undefined
  if (builtIn) return builtIn
  const { readSeedFile } = await import('./files/read.ts')
  onProgress({ stage: 'reading', done: 0 })
  const origin = readSeedFile(seed)
  return loadSeed(origin.seed, String(seed), origin, { onProgress }).snapshot()
}

/** Returns a built-in world; undefined where the name is not that of one. */
async function builtInWorld(name: string): Promise<Snapshot | undefined> {
  if (name.startsWith(demoAt)) return demoWorldAt(name)
  if (name !== 'empty' && name !== 'demo') return undefined
  const world = builtInWorlds.get(name) ?? (name === 'empty' ? emptyWorld() : await demoWorld())
  builtInWorlds.set(name, world)
  return world
}

/** Builds the world of fixtures/empty.yaml. */
function emptyWorld(): Snapshot {
  const store = createStore()
  for (const [collection, values] of records) restoreRecord(store, collection, values)
  return store.snapshot()
}

const demoAt = 'demo@'

async function demoWorld(): Promise<Snapshot> {
  return (await import('./demo-world.ts')).demoWorld()
}

/**
 * Returns the demo world as of the week before the day or the time of `demo@DAY`.
 * @throws TypeError where the name contains neither.
 */
async function demoWorldAt(name: string): Promise<Snapshot> {
  const now = readTime(name.slice(demoAt.length))
  if (now !== undefined) return (await import('./demo-world.ts')).demoWorldAt(now)
  throw new TypeError(
    `The seed "${name}" must name a day or an ISO 8601 time after the @, such as demo@2026-01-15.`,
  )
}

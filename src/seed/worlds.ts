import type { Snapshot } from '../store/store.ts'
import { plant } from './plant.ts'
import type { Seed } from './schema.ts'

/** A planted world, to start a store from. */
export interface World {
  readonly snapshot: Snapshot
}

/** Ours never change: each is planted once, however many forges start from it. */
const worldsOfOurs = new Map<string, World>()

/** The world of a seed. Throws a SeedError where the seed is wrong. */
export async function worldOf(seed: string | Seed): Promise<World> {
  const known = typeof seed === 'string' ? worldsOfOurs.get(seed) : undefined
  const world = known ?? (await plantWorld(seed))
  if (seed === 'empty' || seed === 'demo') worldsOfOurs.set(seed, world)
  return world
}

async function plantWorld(named: string | Seed): Promise<World> {
  const { seed, source } = await findSeed(named)
  return { snapshot: plant(seed, source).snapshot() }
}

/** Finds the seed that an option names: a world of ours, a file's path (in Node), or the seed itself. */
export async function findSeed(seed: string | Seed): Promise<{ seed: unknown; source: string }> {
  if (typeof seed !== 'string') return { seed, source: 'given to createForge' }
  if (seed === 'empty')
    return { seed: (await import('./generated/empty.json')).default, source: 'empty' }
  if (seed === 'demo')
    return { seed: (await import('./generated/demo.json')).default, source: 'demo' }
  const { readSeedFile } = await import('./file.ts')
  return { seed: readSeedFile(seed), source: seed }
}

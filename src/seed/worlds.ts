import type { Snapshot } from '../store/store.ts'
import type { Seed } from './schema.ts'

/** A loaded world, to start a store from. */
export interface World {
  readonly snapshot: Snapshot
}

/** The built-in worlds never change: each is unpacked once, however many forges start from it. */
const builtInWorlds = new Map<string, World>()

/**
 * The world of a seed: `empty`, `demo`, `demo@DAY` (the demo world as if it had happened until the week
 * before that day or time), the path or the file: URL of a file, or the seed itself. Throws a SeedError where
 * the seed is wrong.
 */
export async function worldOf(seed: string | URL | Seed): Promise<World> {
  if (typeof seed !== 'string') return toldWorld(seed)
  const known = builtInWorlds.get(seed)
  if (known) return known
  const snapshot = await builtInWorld(seed)
  if (snapshot === undefined) return toldWorld(seed)
  const world = { snapshot }
  if (seed === 'empty' || seed === 'demo') builtInWorlds.set(seed, world)
  return world
}

/** Undefined for what is no name of a built-in world. */
async function builtInWorld(name: string): Promise<Snapshot | undefined> {
  if (name === 'empty') return (await import('./empty-world.ts')).emptyWorld()
  if (name !== 'demo' && !name.startsWith('demo@')) return undefined
  return (await import('./demo-world.ts')).demoWorld(name)
}

/** Loaded when it is needed: a built-in world needs nothing that tells a seed. */
async function toldWorld(seed: string | URL | Seed): Promise<World> {
  const { tellSeed } = await import('./tell-seed.ts')
  return { snapshot: await tellSeed(seed) }
}

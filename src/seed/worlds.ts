import type { Snapshot } from '../store/store.ts'
import { loadSeed } from './load.ts'
import { givenAsObject, type SeedOrigin } from './problems.ts'
import type { Seed } from './schema.ts'

/** A loaded world, to start a store from. */
export interface World {
  readonly snapshot: Snapshot
}

/** The built-in worlds never change: each is loaded once, however many forges start from it. */
const builtInWorlds = new Map<string, World>()

/** The world of a seed. Throws a SeedError where the seed is wrong. */
export async function worldOf(seed: string | URL | Seed): Promise<World> {
  const known = typeof seed === 'string' ? builtInWorlds.get(seed) : undefined
  const world = known ?? (await loadWorld(seed))
  if (seed === 'empty' || seed === 'demo') builtInWorlds.set(seed, world)
  return world
}

async function loadWorld(named: string | URL | Seed): Promise<World> {
  const { seed, source, origin } = await findSeed(named)
  return { snapshot: loadSeed(seed, source, origin).snapshot() }
}

interface FoundSeed {
  readonly seed: unknown
  readonly source: string
  readonly origin: SeedOrigin
}

/**
 * Finds the seed that an option names: a built-in world, the path or the file: URL of a file (in
 * Node), or the seed itself.
 */
export async function findSeed(seed: string | URL | Seed): Promise<FoundSeed> {
  if (typeof seed !== 'string' && !(seed instanceof URL)) {
    return { seed, source: 'given to createForge', origin: givenAsObject }
  }
  switch (seed) {
    case 'empty':
      return builtIn(seed, await import('./generated/empty.json'))
    case 'demo':
      return builtIn(seed, await import('./generated/demo.json'))
    default: {
      const { readSeedFile } = await import('./file.ts')
      const origin = readSeedFile(seed)
      return { seed: origin.seed, source: String(seed), origin }
    }
  }
}

function builtIn(source: string, module: { readonly default: unknown }): FoundSeed {
  return { seed: module.default, source, origin: givenAsObject }
}

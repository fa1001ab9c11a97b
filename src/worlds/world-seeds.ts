import { SeedError } from '../seed/problems.ts'
import type { Seed } from '../seed/schema.ts'
import { loadWorld } from '../seed/worlds.ts'
import type { Snapshot } from '../store/store.ts'

/** Seeds that a new world can start from by name. */
export type NamedSeeds = Readonly<Record<string, Seed | URL | string>>

/** Returns the names of the seeds that a new world can start from: those of the package and the given ones. */
export function seedNamesOf(seeds: NamedSeeds): readonly string[] {
  return [...new Set(['empty', 'demo', ...Object.keys(seeds)])]
}

/**
 * Reads the world of a seed for `worlds.create`.
 * @throws SeedError that names the source of a seed that has no file.
 */
export async function readSeed(
  seed: Seed | URL | string,
  source = 'given to worlds.create',
): Promise<Snapshot> {
  try {
    return await loadWorld(seed)
  } catch (error) {
    const isOfFile = typeof seed === 'string' || seed instanceof URL
    throw error instanceof SeedError && !isOfFile ? new SeedError(source, error.problems) : error
  }
}

/** Returns a function that reads seeds. A named seed is read once, whatever the number of worlds that start from it. */
export function seedReader(seeds: NamedSeeds) {
  const read = new Map<string, Promise<Snapshot>>()
  return (seed: Seed | URL | string): Promise<Snapshot> => {
    if (typeof seed !== 'string' || !Object.hasOwn(seeds, seed)) return readSeed(seed)
    const known = read.get(seed)
    if (known) return known
    const snapshot = readSeed(seeds[seed] ?? seed, `"${seed}"`)
    read.set(seed, snapshot)
    // The file of a wrong seed can be corrected, so a failure is not cached.
    snapshot.catch(() => read.delete(seed))
    return snapshot
  }
}

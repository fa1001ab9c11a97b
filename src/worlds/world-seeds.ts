import { SeedError } from '../seed/problems.ts'
import type { Seed } from '../seed/schema.ts'
import { loadWorld } from '../seed/worlds.ts'
import type { Snapshot } from '../store/store.ts'

/** Seeds that a new world may name. */
export type NamedSeeds = Readonly<Record<string, Seed | URL | string>>

/** The names of the seeds that a new world may start from: those of the package, and those given. */
export function seedNamesOf(seeds: NamedSeeds): readonly string[] {
  return [...new Set(['empty', 'demo', ...Object.keys(seeds)])]
}

/** The world of a seed for `worlds.create`. @throws SeedError that says where a seed without a file was given. */
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

/** Reads seeds; one that has a name is read once, however many worlds start from it. */
export function seedReader(seeds: NamedSeeds) {
  const read = new Map<string, Promise<Snapshot>>()
  return (seed: Seed | URL | string): Promise<Snapshot> => {
    if (typeof seed !== 'string' || !Object.hasOwn(seeds, seed)) return readSeed(seed)
    const known = read.get(seed)
    if (known) return known
    const snapshot = readSeed(seeds[seed] ?? seed, `"${seed}"`)
    read.set(seed, snapshot)
    // What is wrong with a file may be mended.
    snapshot.catch(() => read.delete(seed))
    return snapshot
  }
}

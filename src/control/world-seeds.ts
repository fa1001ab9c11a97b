import type { Seed } from '../seed/schema.ts'
import type { Snapshot } from '../store/store.ts'

/** Seeds that a new world may name. */
export type NamedSeeds = Readonly<Record<string, Seed | URL | string>>

/** The names of the seeds that a new world may start from: those of the package, and those given. */
export function seedNamesOf(seeds: NamedSeeds): readonly string[] {
  return [...new Set(['empty', 'demo', ...Object.keys(seeds)])]
}

/** Reads seeds; one that has a name is read once, however many worlds start from it. */
export function seedReader(seeds: NamedSeeds) {
  const read = new Map<string, Promise<Snapshot>>()
  // Loaded when it is needed: importing the package makes no schemas of seeds.
  const load = async (seed: Seed | URL | string) =>
    (await (await import('../seed/worlds.ts')).worldOf(seed)).snapshot
  return (seed: Seed | URL | string): Promise<Snapshot> => {
    if (typeof seed !== 'string' || !Object.hasOwn(seeds, seed)) return load(seed)
    const known = read.get(seed)
    if (known) return known
    const snapshot = load(seeds[seed] ?? seed)
    read.set(seed, snapshot)
    // What is wrong with a file may be mended.
    snapshot.catch(() => read.delete(seed))
    return snapshot
  }
}

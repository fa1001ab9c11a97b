import type { Seed } from '../seed/schema.ts'
import type { Snapshot } from '../store/store.ts'

/** Reads seeds; one that has a name is read once, however many worlds start from it. */
export function seedReader(seeds: Readonly<Record<string, Seed | URL | string>>) {
  const read = new Map<string, Promise<Snapshot>>()
  // Loaded when it is needed: importing the package makes no schemas of seeds.
  const load = async (seed: Seed | URL | string) =>
    (await (await import('../seed/worlds.ts')).worldOf(seed)).snapshot
  return (seed: Seed | URL | string): Promise<Snapshot> => {
    if (typeof seed !== 'string' || !Object.hasOwn(seeds, seed)) return load(seed)
    const snapshot = read.get(seed) ?? load(seeds[seed] ?? seed)
    read.set(seed, snapshot)
    return snapshot
  }
}

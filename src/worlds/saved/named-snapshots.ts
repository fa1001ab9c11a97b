import type { Snapshot } from '../../store/store.ts'

/** Named snapshots of a forge. `reset` keeps them; a fork starts without any. */
export interface NamedSnapshots {
  /** Saves the present world under a name. A snapshot with the same name is replaced and moves to the end. */
  save(name: string): void
  /** @throws Error where there is no such snapshot; it lists the existing ones. */
  restore(name: string): void
  /** @throws Error where there is no such snapshot; it lists the existing ones. */
  get(name: string): Snapshot
  /** Returns the names in the order of saving. */
  all(): readonly string[]
  /** @throws Error where there is no such snapshot; it lists the existing ones. */
  remove(name: string): void
}

interface World {
  snapshot(): Snapshot
  restore(snapshot: Snapshot): void
}

/** Keeps snapshots in a map, in the order of saving; by default in a new map. */
export function createNamedSnapshots(
  world: World,
  kept: Map<string, Snapshot> = new Map(),
): NamedSnapshots {
  function find(name: string): Snapshot {
    const found = kept.get(name)
    if (found) return found
    throw new Error(`forge.snapshots: there is ${noSnapshot(name, [...kept.keys()])}`)
  }

  return {
    save(name) {
      if (typeof name !== 'string' || name === '') {
        throw new TypeError('forge.snapshots.save: the name must be a text that is not empty')
      }
      const snapshot = world.snapshot()
      kept.delete(name)
      kept.set(name, snapshot)
    },
    restore: (name) => world.restore(find(name)),
    get: find,
    all: () => [...kept.keys()],
    remove(name) {
      find(name)
      kept.delete(name)
    },
  }
}

/** Returns the message for a missing snapshot, which lists the existing ones. */
export function noSnapshot(name: string, names: readonly string[]): string {
  return `no snapshot ${JSON.stringify(name)}; ${present(names)}`
}

function present(names: readonly string[]): string {
  const [first, ...others] = names.map((name) => JSON.stringify(name))
  if (first === undefined) return 'none was saved'
  return others.length === 0
    ? `the only one is ${first}`
    : `there are ${[first, ...others].join(', ')}`
}

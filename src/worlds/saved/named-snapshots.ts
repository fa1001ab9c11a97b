import type { Snapshot } from '../../store/store.ts'

/** Snapshots that a forge keeps under names; `reset` keeps them too, and a fork starts without. */
export interface NamedSnapshots {
  /** Keeps the present world under a name; one of the same name is replaced, and is then the last. */
  save(name: string): void
  /** @throws Error where there is no such snapshot, naming those that there are. */
  restore(name: string): void
  /** @throws Error where there is no such snapshot, naming those that there are. */
  get(name: string): Snapshot
  /** The names, in the order they were saved. */
  all(): readonly string[]
  /** @throws Error where there is no such snapshot, naming those that there are. */
  remove(name: string): void
}

interface World {
  snapshot(): Snapshot
  restore(snapshot: Snapshot): void
}

/** Keeps them in a map, in the order they were saved; by default in one of its own. */
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

/** What there is where a name is none of the snapshots': no snapshot of it, and which others. */
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

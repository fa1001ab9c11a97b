import type { Snapshot } from '../../store/store.ts'
import { readWorld, type SavedWorld } from '../../worlds/saved/world-file.ts'
import { seedReader } from '../../worlds/world-seeds.ts'
import type { StoredStart } from './stored-world.ts'
import type { WorkerSettings } from './worker-options.ts'

/** The starting point of a world, to which a reset returns. */
export interface Start {
  readonly snapshot: Snapshot
  /** Set where the starting point is a saved world. */
  readonly saved: SavedWorld | undefined
}

/** Finds the starting point of a world. */
export type StartFinder = (stored: StoredStart, world: Uint8Array | undefined) => Promise<Start>

/** Returns a finder that reads the seed of the worker and each named seed once for all objects of the process. */
export function createStartFinder({ seed, seeds }: WorkerSettings): StartFinder {
  const named = seedReader({ empty: 'empty', demo: 'demo', ...seeds })
  const own = seedReader({ own: seed })
  return async (stored, world) => {
    if (stored.kind === 'world') {
      if (!world) throw new Error('The world that this one started from is not stored')
      const saved = await readWorld(world, 'that this one started from')
      return { snapshot: saved.snapshot, saved }
    }
    const snapshot = await (stored.name === undefined ? own('own') : named(stored.name))
    return { snapshot, saved: undefined }
  }
}

import { z } from 'zod'
import type { FaultDescription } from '../../forge/control.ts'
import { readChunks, removeChunks, writeChunks } from './chunks.ts'
import type { ObjectStorage } from './engine.ts'

/** The state after a reset: the seed of the worker, a named seed, or a saved world in the storage. */
const start = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('seed'), name: z.string().optional() }),
  z.object({ kind: z.literal('world') }),
])

/** All stored data of a world except the bytes of saved worlds. */
const about = z.object({
  /** A later version cannot be read by this one. */
  version: z.literal(1),
  name: z.string(),
  start,
  /** The names of its snapshots, in the order of saving. */
  snapshots: z.array(z.string()),
  /** The active faults; the forge validates them in detail. */
  faults: z.array(z.custom<FaultDescription>((value) => typeof value === 'object')),
})

export type StoredStart = z.output<typeof start>
export type AboutWorld = z.output<typeof about>

/** The stored data of a world in the storage of an object. Saved worlds are in the form of `forge.toBytes`. */
export interface StoredWorld {
  readonly about: AboutWorld
  readonly world: Uint8Array
  /** Set where the start is a saved world. */
  readonly startWorld: Uint8Array | undefined
  readonly snapshots: ReadonlyMap<string, Uint8Array>
}

/** The data of one write; parts that are left out stay unchanged. */
export interface WorldChange {
  readonly about?: AboutWorld | undefined
  readonly world?: Uint8Array | undefined
  readonly startWorld?: Uint8Array | undefined
  /** By name; undefined for removed ones. */
  readonly snapshots?: ReadonlyMap<string, Uint8Array | undefined> | undefined
}

const snapshotKey = (name: string) => `snapshot:${name}`

/**
 * Reads the stored data; undefined for an object in which no world was made.
 * @throws Error where a part is missing, or a later version wrote it.
 */
export async function readStoredWorld(storage: ObjectStorage): Promise<StoredWorld | undefined> {
  const found = await storage.get('about')
  if (found === undefined) return undefined
  const known = about.parse(found)
  const snapshots = new Map<string, Uint8Array>()
  for (const name of known.snapshots) {
    snapshots.set(name, await present(storage, snapshotKey(name)))
  }
  return {
    about: known,
    world: await present(storage, 'world'),
    startWorld: known.start.kind === 'world' ? await present(storage, 'start') : undefined,
    snapshots,
  }
}

async function present(storage: ObjectStorage, key: string): Promise<Uint8Array> {
  const bytes = await readChunks(storage, key)
  if (!bytes) throw new Error(`The storage of the world has lost ${key}`)
  return bytes
}

/** Writes a change atomically: on failure, nothing has changed. */
export function writeStoredWorld(storage: ObjectStorage, change: WorldChange): Promise<void> {
  return storage.transaction(async (transaction) => {
    if (change.about) await transaction.put({ about: change.about })
    if (change.world) await writeChunks(transaction, 'world', change.world)
    if (change.startWorld) await writeChunks(transaction, 'start', change.startWorld)
    for (const [name, bytes] of change.snapshots ?? []) {
      if (bytes) await writeChunks(transaction, snapshotKey(name), bytes)
      else await removeChunks(transaction, snapshotKey(name))
    }
  })
}

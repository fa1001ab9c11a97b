import { z } from 'zod'
import type { FaultDescription } from '../../forge/control.ts'
import { readChunks, removeChunks, writeChunks } from './chunks.ts'
import type { ObjectStorage } from './engine.ts'

/** What a reset leads to: the seed of the worker, one of a name, or a world of its own in the storage. */
const start = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('seed'), name: z.string().optional() }),
  z.object({ kind: z.literal('world') }),
])

/** Everything that is stored of a world beside the bytes of saved worlds. */
const about = z.object({
  /** Another version is one that this one cannot read. */
  version: z.literal(1),
  name: z.string(),
  start,
  /** The names of its snapshots, in the order they were saved. */
  snapshots: z.array(z.string()),
  /** Those that are in force; the forge looks at them more closely. */
  faults: z.array(z.custom<FaultDescription>((value) => typeof value === 'object')),
})

export type StoredStart = z.output<typeof start>
export type AboutWorld = z.output<typeof about>

/** What the storage of an object holds of its world. Saved worlds are as `forge.toBytes` gives them. */
export interface StoredWorld {
  readonly about: AboutWorld
  readonly world: Uint8Array
  /** Where the start is a world of its own. */
  readonly startWorld: Uint8Array | undefined
  readonly snapshots: ReadonlyMap<string, Uint8Array>
}

/** What is written at once; what is left out stays as it is. */
export interface WorldChange {
  readonly about?: AboutWorld | undefined
  readonly world?: Uint8Array | undefined
  readonly startWorld?: Uint8Array | undefined
  /** By name; undefined for those that are removed. */
  readonly snapshots?: ReadonlyMap<string, Uint8Array | undefined> | undefined
}

const snapshotKey = (name: string) => `snapshot:${name}`

/**
 * Reads what is stored; undefined for an object that no world was made in.
 * @throws Error where something of it is missing, or a later version wrote it.
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

/** Writes a change in one step: where that breaks off, all is as it was. */
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

import { isWritable } from '../../contract/time.ts'
import { getObject } from '../../git/objects/database.ts'
import { peelToCommit } from '../../git/revision.ts'
import { z } from '../../shared/zod.ts'
import { createStore, type Snapshot, type Store } from '../../store/store.ts'
import { createByteWriter, readBytes, writeBytes } from './byte-ranges.ts'
import { sealWorld, unsealWorld } from './envelope.ts'
import {
  allObjects,
  objectId,
  readObjects,
  readPacks,
  savedObjects,
  savedPacks,
  writeObject,
  writePacks,
} from './git-objects.ts'
import {
  checkReferences,
  checkUniqueKeys,
  readRecords,
  savedCollections,
  writeRecords,
} from './records.ts'

/** The time of a stopped clock, or the milliseconds that a clock is ahead of the computer's. */
const aboutNow = Date.parse('2026-01-01T00:00:00Z')
const time = z.number().check(z.refine(isWritable, 'must be a time of the years 0000 to 9999'))
const savedClock = z.union([
  z.strictObject({ stoppedAt: time }),
  z.strictObject({
    ahead: z
      .number()
      .check(
        z.refine((ahead) => isWritable(aboutNow + ahead), 'must lead to the years 0000 to 9999'),
      ),
  }),
])

const savedWorld = z.object({
  collections: savedCollections,
  objects: savedObjects,
  /**
   * The ids of the objects, in their order. They are verified against the content, since anybody can compute a matching
   * checksum. Older files have none.
   */
  ids: z.optional(z.array(objectId)),
  /** Objects in packs; older files have none. */
  packs: z.optional(savedPacks),
  /** The days on which users were active, by their ids; older files have none. */
  activity: z.optional(z.array(z.tuple([z.int(), z.iso.date()]))),
  clock: savedClock,
  /** The state of the random source; null where the computer's own is used. */
  random: z.nullable(z.int()),
})

/** A saved world, with the state that it needs to continue. */
export interface SavedWorld {
  readonly snapshot: Snapshot
  readonly clock: z.output<typeof savedClock>
  readonly random: number | undefined
}

/** Returns the bytes of a file with a world. */
export function writeWorld({
  snapshot,
  clock,
  random,
}: SavedWorld): Promise<Uint8Array<ArrayBuffer>> {
  const store = createStore()
  store.restore(snapshot)
  const bytes = createByteWriter()
  const objects = allObjects(store.objects)
  const world: z.output<typeof savedWorld> = {
    collections: writeRecords(store, bytes),
    objects: objects.map((object) => writeObject(object, bytes)),
    ids: objects.map(({ id }) => id),
    packs: writePacks(store.objects, bytes),
    activity: notedActivity(store),
    clock,
    random: random ?? null,
  }
  return sealWorld(writeBytes(world, bytes))
}

/** Returns the days on which users were active, as far as they are kept beside the records. */
function notedActivity(store: Store): [id: number, day: string][] {
  return store.users.all().flatMap((user): [number, string][] => {
    const day = store.lastActivityOf(user)
    return day === null || day === user.last_activity_on ? [] : [[user.id, day]]
  })
}

/**
 * Reads the bytes of a saved world and validates every record; `source` names them in errors.
 * @throws Error with the reason why it cannot be read: it is no saved world, newer, truncated, damaged or does not fit.
 */
export async function readWorld(bytes: Uint8Array, source: string): Promise<SavedWorld> {
  try {
    return await read(await unsealWorld(bytes))
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error) : error
    throw new Error(
      `The saved world ${source} cannot be read: ${reason instanceof Error ? reason.message : reason}.`,
      { cause: error },
    )
  }
}

async function read(content: Uint8Array): Promise<SavedWorld> {
  const { value, bytes } = readBytes(content)
  const {
    collections,
    objects,
    ids,
    packs = [],
    activity = [],
    clock,
    random,
  } = savedWorld.parse(value)
  const store = createStore()
  await readPacks(packs, bytes, store.objects)
  readObjects(objects, ids, bytes, store.objects)
  readRecords(collections, bytes, store)
  checkRefs(store)
  checkReferences(store)
  checkUniqueKeys(store)
  for (const [id, day] of activity) {
    const user = store.users.get(id)
    if (user) store.noteActivity(user, day)
  }
  return { snapshot: store.snapshot(), clock, random: random ?? undefined }
}

/** Checks that branches refer to commits, and tags to commits or annotated tags of commits. */
function checkRefs({ repositories, objects }: Store): void {
  for (const { id, refs } of repositories.all()) {
    for (const [ref, target] of refs) {
      const commit = ref.startsWith('refs/heads/') ? target : peelToCommit(objects, target)
      if (commit !== undefined && getObject(objects, commit)?.type === 'commit') continue
      const there = getObject(objects, target)
      throw new Error(
        `the repository ${id} has ${ref} at ${target}, and ${there ? `that is a ${there.type}` : 'no such git object is there'}`,
      )
    }
  }
}

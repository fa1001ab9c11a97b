import { checkObjects } from '../../git/objects/check-objects.ts'
import { type ObjectDatabase, putObject } from '../../git/objects/database.ts'
import {
  type GitObject,
  identifyBody,
  makeBlob,
  makeCommit,
  makeTag,
  makeTree,
  type ObjectId,
  type TreeEntry,
} from '../../git/objects/objects.ts'
import { parseObject } from '../../git/objects/parse-object.ts'
import { z } from '../../shared/zod.ts'
import { type ByteReader, type ByteWriter, byteRange } from './byte-ranges.ts'

export const objectId = z.string().check(z.regex(/^[0-9a-f]{40}$/))
/** The last second of the year 9999, and the minutes of a day as the largest offset; values beyond are no times. */
const MAX_TIME = 253_402_300_799
const MAX_OFFSET = 24 * 60
const signature = z.object({
  name: z.string(),
  email: z.string(),
  time: z.int().check(z.minimum(0), z.maximum(MAX_TIME)),
  offset: z.int().check(z.minimum(-MAX_OFFSET), z.maximum(MAX_OFFSET)),
})
const entry = z.tuple([
  z.enum(['100644', '100755', '120000', '40000', '160000']),
  z.string(),
  objectId,
])

/** A git object of a saved world, without its id, which is computed from the rest. */
const savedObject = z.discriminatedUnion('type', [
  z.object({ type: z.literal('blob'), bytes: byteRange }),
  z.object({ type: z.literal('tree'), entries: z.array(entry) }),
  z.object({
    type: z.literal('commit'),
    tree: objectId,
    parents: z.array(objectId),
    author: signature,
    committer: signature,
    message: z.string(),
  }),
  z.object({
    type: z.literal('tag'),
    target: objectId,
    targetType: z.enum(['blob', 'tree', 'commit', 'tag']),
    name: z.string(),
    tagger: z.optional(signature),
    message: z.string(),
  }),
  /** The body of an object of another program, which its fields alone do not reproduce. */
  z.object({ type: z.literal('raw'), of: z.enum(['tree', 'commit', 'tag']), bytes: byteRange }),
])

export const savedObjects = z.array(savedObject)
export type SavedObject = z.output<typeof savedObject>

/** A pack, which is stored unchanged, and its index. */
export const savedPacks = z.array(z.tuple([byteRange, byteRange]))
type SavedPacks = z.output<typeof savedPacks>

/** Returns a database and its bases, the oldest layer first. */
function layersOf(objects: ObjectDatabase): ObjectDatabase[] {
  const layers: ObjectDatabase[] = []
  for (let layer: ObjectDatabase | undefined = objects; layer; layer = layer.base)
    layers.push(layer)
  return layers.reverse()
}

/** Returns the loose objects of a database and its bases, the oldest layer first. */
export function allObjects(objects: ObjectDatabase): GitObject[] {
  return layersOf(objects).flatMap(({ byId }) => [...byId.values()])
}

/** Writes the packs of a database and its bases. */
export function writePacks(objects: ObjectDatabase, bytes: ByteWriter): SavedPacks {
  return layersOf(objects).flatMap(({ sources }) =>
    sources.map(({ pack }): SavedPacks[number] => [
      bytes.add(pack.bytes),
      bytes.add(pack.index.bytes),
    ]),
  )
}

/** Reads packs into a database; the code for packs is loaded only where there are some. */
export async function readPacks(
  saved: SavedPacks,
  bytes: ByteReader,
  objects: ObjectDatabase,
): Promise<void> {
  if (saved.length === 0) return
  const { openPack } = await import('../../git/pack/packed-objects.ts')
  for (const [pack, index] of saved) objects.sources.push(openPack(bytes.at(pack), bytes.at(index)))
}

export function writeObject(object: GitObject, bytes: ByteWriter): SavedObject {
  if (object.type !== 'blob' && object.raw !== undefined) {
    return { type: 'raw', of: object.type, bytes: bytes.add(object.raw) }
  }
  switch (object.type) {
    case 'blob':
      return { type: 'blob', bytes: bytes.add(object.bytes) }
    case 'tree':
      return { type: 'tree', entries: object.entries.map(({ mode, name, id }) => [mode, name, id]) }
    case 'commit': {
      const { id: _id, raw: _raw, ...fields } = object
      return { ...fields, parents: [...object.parents] }
    }
    case 'tag': {
      const { id: _id, raw: _raw, ...fields } = object
      return fields
    }
  }
}

/**
 * Adds the objects to a database, each with the id that is computed from its content.
 * @throws Error where the number of ids differs from that of objects, an id does not match its object, or an object
 * refers to one that is missing or not allowed in a repository.
 */
export function readObjects(
  saved: readonly SavedObject[],
  ids: readonly ObjectId[] | undefined,
  bytes: ByteReader,
  objects: ObjectDatabase,
): void {
  if (ids && ids.length !== saved.length) {
    throw new Error(`it has ${saved.length} git objects and ${ids.length} ids of them`)
  }
  for (const [place, object] of saved.entries()) {
    const read = readObject(object, bytes)
    const id = ids?.[place] ?? read.id
    if (read.id !== id) throw new Error(`the git object ${id} is damaged: its id is ${read.id}`)
    putObject(objects, read)
  }
  checkObjects(objects)
}

function readObject(saved: SavedObject, bytes: ByteReader): GitObject {
  switch (saved.type) {
    case 'blob':
      return makeBlob(bytes.at(saved.bytes))
    case 'tree':
      return makeTree(saved.entries.map(entryOf))
    case 'commit':
      return makeCommit(saved)
    case 'tag':
      return makeTag({ ...saved, tagger: saved.tagger })
    case 'raw': {
      const body = bytes.at(saved.bytes)
      return parseObject(saved.of, identifyBody(saved.of, body), body).object
    }
  }
}

/** Does the same as readObject for an object whose id and order are trusted. */
export function identifiedObject(id: ObjectId, saved: SavedObject, bytes: ByteReader): GitObject {
  switch (saved.type) {
    case 'blob':
      return { type: 'blob', id, bytes: bytes.at(saved.bytes) }
    case 'tree':
      return { type: 'tree', id, entries: saved.entries.map(entryOf) }
    case 'commit':
      return { ...saved, id }
    case 'tag':
      return { ...saved, tagger: saved.tagger, id }
    case 'raw':
      return parseObject(saved.of, id, bytes.at(saved.bytes)).object
  }
}

const entryOf = ([mode, name, id]: z.output<typeof entry>): TreeEntry => ({ mode, name, id })

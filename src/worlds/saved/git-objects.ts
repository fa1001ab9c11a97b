import { type ObjectDatabase, putObject } from '../../git/objects/database.ts'
import {
  type GitObject,
  makeBlob,
  makeCommit,
  makeTag,
  makeTree,
  type ObjectId,
  type TreeEntry,
} from '../../git/objects/objects.ts'
import { z } from '../../shared/zod.ts'
import { type ByteReader, type ByteWriter, byteRange } from './byte-ranges.ts'

export const objectId = z.string().check(z.regex(/^[0-9a-f]{40}$/))
const signature = z.object({
  name: z.string(),
  email: z.string(),
  time: z.number(),
  offset: z.number(),
})
const entry = z.tuple([z.enum(['100644', '100755', '120000', '40000']), z.string(), objectId])

/** A git object as a saved world has it: without its id, which follows from the rest. */
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
    tagger: signature,
    message: z.string(),
  }),
])

export const savedObjects = z.array(savedObject)
export type SavedObject = z.output<typeof savedObject>

/** All objects of a database and of what it stands on, oldest layer first. */
export function allObjects(objects: ObjectDatabase): GitObject[] {
  const layers: ObjectDatabase[] = []
  for (let layer: ObjectDatabase | undefined = objects; layer; layer = layer.base)
    layers.push(layer)
  return layers.reverse().flatMap(({ byId }) => [...byId.values()])
}

export function writeObject(object: GitObject, bytes: ByteWriter): SavedObject {
  switch (object.type) {
    case 'blob':
      return { type: 'blob', bytes: bytes.add(object.bytes) }
    case 'tree':
      return { type: 'tree', entries: object.entries.map(({ mode, name, id }) => [mode, name, id]) }
    case 'commit': {
      const { id: _id, ...fields } = object
      return { ...fields, parents: [...object.parents] }
    }
    case 'tag': {
      const { id: _id, ...fields } = object
      return fields
    }
  }
}

/**
 * Adds the objects to a database, with their ids or, without those, with ids computed from what they hold.
 * @throws Error where there are not as many ids as objects.
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
    const id = ids?.[place]
    putObject(
      objects,
      id === undefined ? readObject(object, bytes) : identifiedObject(id, object, bytes),
    )
  }
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
      return makeTag(saved)
  }
}

/** As readObject, of an object whose id and order are known to be right. */
export function identifiedObject(id: ObjectId, saved: SavedObject, bytes: ByteReader): GitObject {
  switch (saved.type) {
    case 'blob':
      return { type: 'blob', id, bytes: bytes.at(saved.bytes) }
    case 'tree':
      return { type: 'tree', id, entries: saved.entries.map(entryOf) }
    case 'commit':
    case 'tag':
      return { ...saved, id }
  }
}

const entryOf = ([mode, name, id]: z.output<typeof entry>): TreeEntry => ({ mode, name, id })

import { getObject, type ObjectDatabase, putObject, readTree } from '../../git/objects/database.ts'
import {
  type GitObject,
  type GitTree,
  identifyBody,
  makeBlob,
  makeCommit,
  makeTag,
  makeTree,
  type ObjectId,
  type TreeEntry,
} from '../../git/objects/objects.ts'
import { parseObject } from '../../git/objects/parse-object.ts'
import { MAX_PATH_LENGTH, pathFaultOf } from '../../git/path.ts'
import { z } from '../../shared/zod.ts'
import { type ByteReader, type ByteWriter, byteRange } from './byte-ranges.ts'

export const objectId = z.string().check(z.regex(/^[0-9a-f]{40}$/))
/** The last second of the year 9999, and the offset of a day in minutes: what is beyond is no time. */
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
    tagger: z.optional(signature),
    message: z.string(),
  }),
  /** What its fields alone do not give again: its body, as another program wrote it. */
  z.object({ type: z.literal('raw'), of: z.enum(['tree', 'commit', 'tag']), bytes: byteRange }),
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
 * Adds the objects to a database, each with the id that is computed from what it holds.
 * @throws Error where there are not as many ids as objects, or one is not that of its object; and where an object
 * names another that is not there, or cannot stand in a repository.
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
  checkLinks(objects)
}

/** As deep as the longest path is: what is deeper no request makes, and a walk through it would not end. */
const MAX_DEPTH = MAX_PATH_LENGTH / 2

/**
 * Holds the objects to what the forge takes for granted: what they name is there, of the right kind, and trees are
 * as git has them. Ids are hashes, so no object is part of itself.
 */
function checkLinks(objects: ObjectDatabase): void {
  for (const object of objects.byId.values()) {
    for (const [id, type] of linksOf(object)) {
      if (getObject(objects, id)?.type === type) continue
      throw new Error(`the git object ${object.id} names the ${type} ${id}, which is not there`)
    }
    if (object.type === 'tree') checkNames(object)
  }
  checkDepth(objects)
}

type Link = readonly [id: ObjectId, type: GitObject['type']]

function linksOf(object: GitObject): Link[] {
  switch (object.type) {
    case 'blob':
      return []
    case 'tree':
      return object.entries.flatMap(({ id, mode }): Link[] =>
        mode === '160000' ? [] : [[id, mode === '40000' ? 'tree' : 'blob']],
      )
    case 'commit':
      return [[object.tree, 'tree'], ...object.parents.map((id): Link => [id, 'commit'])]
    case 'tag':
      return [[object.target, object.targetType]]
  }
}

function checkNames({ id, entries, raw }: GitTree): void {
  const names = new Set<string>()
  for (const { name } of entries) {
    // Names that are no UTF-8 may look alike.
    const isTwice = raw === undefined && names.has(name)
    const isWrong = name.includes('/') || isTwice || pathFaultOf(name) !== undefined
    if (isWrong) throw new Error(`the tree ${id} has an entry ${JSON.stringify(name)}`)
    names.add(name)
  }
}

/** Trees are asked from the leaves up: one whose folders are not known yet waits for them. */
function checkDepth(objects: ObjectDatabase): void {
  const depths = new Map<ObjectId, number>()
  const waiting = [...objects.byId.values()].filter((object) => object.type === 'tree')
  for (let tree = waiting.at(-1); tree !== undefined; tree = waiting.at(-1)) {
    const folders = tree.entries.flatMap(({ id, mode }) => (mode === '40000' ? [id] : []))
    const unknown = folders.filter((id) => !depths.has(id))
    if (unknown.length > 0) {
      waiting.push(...unknown.map((id) => readTree(objects, id)))
      continue
    }
    const depth = 1 + folders.reduce((most, id) => Math.max(most, depths.get(id) ?? 0), 0)
    if (depth > MAX_DEPTH)
      throw new Error(`the tree ${tree.id} is deeper than ${MAX_DEPTH} folders`)
    depths.set(tree.id, depth)
    waiting.pop()
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
      return makeTag({ ...saved, tagger: saved.tagger })
    case 'raw': {
      const body = bytes.at(saved.bytes)
      return parseObject(saved.of, identifyBody(saved.of, body), body).object
    }
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
      return { ...saved, id }
    case 'tag':
      return { ...saved, tagger: saved.tagger, id }
    case 'raw':
      return parseObject(saved.of, id, bytes.at(saved.bytes)).object
  }
}

const entryOf = ([mode, name, id]: z.output<typeof entry>): TreeEntry => ({ mode, name, id })

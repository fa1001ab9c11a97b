import { createFindings, type Findings } from './findings.ts'
import type { GitBlob, GitCommit, GitObject, GitTree, ObjectId } from './objects.ts'

/**
 * Objects by id. It only grows, and what is in it never changes, so any number of repositories and snapshots
 * may share one. A database over a base reads through to the base and keeps its own objects to itself: that
 * is a fork, or a draft that may be thrown away.
 */
export interface ObjectDatabase {
  readonly base: ObjectDatabase | undefined
  readonly byId: Map<ObjectId, GitObject>
  /** Ids by their first four digits, once somebody looks for an abbreviated one. */
  byPrefix: Map<string, ObjectId[]> | undefined
  readonly findings: Findings
}

export function createObjectDatabase(base?: ObjectDatabase): ObjectDatabase {
  return { base, byId: new Map(), byPrefix: undefined, findings: createFindings(base?.findings) }
}

export function getObject(objects: ObjectDatabase, id: ObjectId): GitObject | undefined {
  for (let layer: ObjectDatabase | undefined = objects; layer; layer = layer.base) {
    const object = layer.byId.get(id)
    if (object !== undefined) return object
  }
  return undefined
}

export const SHORTEST_PREFIX = 4

/** Adds an object unless it is known already, and gives its id. */
export function putObject(objects: ObjectDatabase, object: GitObject): ObjectId {
  const { id } = object
  if (getObject(objects, id) !== undefined) return id
  objects.byId.set(id, object)
  if (objects.byPrefix) addPrefix(objects.byPrefix, id)
  return id
}

function addPrefix(byPrefix: Map<string, ObjectId[]>, id: ObjectId): void {
  const prefix = id.slice(0, SHORTEST_PREFIX)
  const siblings = byPrefix.get(prefix)
  if (siblings === undefined) byPrefix.set(prefix, [id])
  else siblings.push(id)
}

function prefixesOf(objects: ObjectDatabase): ReadonlyMap<string, ObjectId[]> {
  if (objects.byPrefix) return objects.byPrefix
  const byPrefix = new Map<string, ObjectId[]>()
  for (const id of objects.byId.keys()) addPrefix(byPrefix, id)
  objects.byPrefix = byPrefix
  return byPrefix
}

/** The ids that start with the given four or more lower-case digits. */
export function idsWithPrefix(objects: ObjectDatabase, digits: string): ObjectId[] {
  const found: ObjectId[] = []
  for (let layer: ObjectDatabase | undefined = objects; layer; layer = layer.base) {
    const candidates = prefixesOf(layer).get(digits.slice(0, SHORTEST_PREFIX)) ?? []
    for (const id of candidates) if (id.startsWith(digits)) found.push(id)
  }
  return found
}

/** An object that must be there is not: a ref or an id came from somewhere else. */
export class MissingObject extends Error {
  override name = 'MissingObject'
  constructor(
    readonly id: ObjectId,
    type: GitObject['type'],
  ) {
    super(`There is no ${type} ${id} in the object database.`)
  }
}

/** @throws MissingObject when the id is unknown or not a commit's. */
export function readCommit(objects: ObjectDatabase, id: ObjectId): GitCommit {
  const object = getObject(objects, id)
  if (object?.type !== 'commit') throw new MissingObject(id, 'commit')
  return object
}

/** @throws MissingObject when the id is unknown or not a tree's. */
export function readTree(objects: ObjectDatabase, id: ObjectId): GitTree {
  const object = getObject(objects, id)
  if (object?.type !== 'tree') throw new MissingObject(id, 'tree')
  return object
}

/** @throws MissingObject when the id is unknown or not a blob's. */
export function readBlob(objects: ObjectDatabase, id: ObjectId): GitBlob {
  const object = getObject(objects, id)
  if (object?.type !== 'blob') throw new MissingObject(id, 'blob')
  return object
}

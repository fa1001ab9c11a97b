import { createFindings, type Findings } from './findings.ts'
import type { GitBlob, GitCommit, GitObject, GitTree, ObjectId } from './objects.ts'

/** Objects in their stored form, such as those of a pack, which are parsed on demand. */
export interface ObjectSource {
  readonly size: number
  get(id: ObjectId): GitObject | undefined
  typeOf(id: ObjectId): GitObject['type'] | undefined
  ids(): Iterable<ObjectId>
  /**
   * Iterates over all objects once, in the most efficient order.
   * @throws Error where an id does not match its object.
   */
  all(): Iterable<GitObject>
  /**
   * The objects that no other object of the source refers to, if all references stay within the source: all of it is
   * reachable from these. Undefined where some reference leaves it, or it was never checked.
   */
  tips: ReadonlySet<ObjectId> | undefined
  /** The stored form: the pack and its index. */
  readonly pack: { readonly bytes: Uint8Array; readonly index: { readonly bytes: Uint8Array } }
}

/**
 * Objects by id. A database only grows and its objects are immutable, so any number of repositories and snapshots can
 * share one. A database over a base reads through to the base and keeps its own objects separately; this is the case
 * for a fork, or for a draft that may be discarded.
 */
export interface ObjectDatabase {
  readonly base: ObjectDatabase | undefined
  readonly byId: Map<ObjectId, GitObject>
  /** Further sources of objects; mostly none. */
  readonly sources: ObjectSource[]
  /** Ids by their first four digits, built when an abbreviated id is first looked up. */
  byPrefix: Map<string, ObjectId[]> | undefined
  readonly findings: Findings
}

export function createObjectDatabase(base?: ObjectDatabase): ObjectDatabase {
  return {
    base,
    byId: new Map(),
    sources: [],
    byPrefix: undefined,
    findings: createFindings(base?.findings),
  }
}

export function getObject(objects: ObjectDatabase, id: ObjectId): GitObject | undefined {
  for (let layer: ObjectDatabase | undefined = objects; layer; layer = layer.base) {
    const object = layer.byId.get(id) ?? inSources(layer, id)
    if (object !== undefined) return object
  }
  return undefined
}

function inSources({ sources }: ObjectDatabase, id: ObjectId): GitObject | undefined {
  for (const source of sources) {
    const object = source.get(id)
    if (object !== undefined) return object
  }
  return undefined
}

/** Returns the type of an object without parsing it. */
export function typeOf(objects: ObjectDatabase, id: ObjectId): GitObject['type'] | undefined {
  for (let layer: ObjectDatabase | undefined = objects; layer; layer = layer.base) {
    const type = layer.byId.get(id)?.type
    if (type !== undefined) return type
    for (const source of layer.sources) {
      const found = source.typeOf(id)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Adds the objects of another database, without those of its base. */
export function addObjects(objects: ObjectDatabase, { byId, sources }: ObjectDatabase): void {
  for (const source of sources) addSource(objects, source)
  for (const object of byId.values()) putObject(objects, object)
}

function addSource(objects: ObjectDatabase, source: ObjectSource): void {
  objects.sources.push(source)
  if (objects.byPrefix) for (const id of source.ids()) addPrefix(objects.byPrefix, id)
}

export const SHORTEST_PREFIX = 4

/** Adds an object unless it exists already, and returns its id. */
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
  for (const source of objects.sources) for (const id of source.ids()) addPrefix(byPrefix, id)
  objects.byPrefix = byPrefix
  return byPrefix
}

/** Returns the ids that start with at least four given lower-case digits. */
export function idsWithPrefix(objects: ObjectDatabase, digits: string): ObjectId[] {
  const found = new Set<ObjectId>()
  for (let layer: ObjectDatabase | undefined = objects; layer; layer = layer.base) {
    const candidates = prefixesOf(layer).get(digits.slice(0, SHORTEST_PREFIX)) ?? []
    for (const id of candidates) if (id.startsWith(digits)) found.add(id)
  }
  // Two packs can contain the same object.
  return [...found]
}

/** The error for a missing object that must exist, since a ref or an id refers to it. */
export class MissingObject extends Error {
  override name = 'MissingObject'
  constructor(
    readonly id: ObjectId,
    type: GitObject['type'],
  ) {
    super(`There is no ${type} ${id} in the object database.`)
  }
}

/** @throws MissingObject where the id is unknown or not of a commit. */
export function readCommit(objects: ObjectDatabase, id: ObjectId): GitCommit {
  const object = getObject(objects, id)
  if (object?.type !== 'commit') throw new MissingObject(id, 'commit')
  return object
}

/** @throws MissingObject where the id is unknown or not of a tree. */
export function readTree(objects: ObjectDatabase, id: ObjectId): GitTree {
  const object = getObject(objects, id)
  if (object?.type !== 'tree') throw new MissingObject(id, 'tree')
  return object
}

/** @throws MissingObject where the id is unknown or not of a blob. */
export function readBlob(objects: ObjectDatabase, id: ObjectId): GitBlob {
  const object = getObject(objects, id)
  if (object?.type !== 'blob') throw new MissingObject(id, 'blob')
  return object
}

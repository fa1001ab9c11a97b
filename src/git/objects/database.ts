import { createFindings, type Findings } from './findings.ts'
import type { GitBlob, GitCommit, GitObject, GitTree, ObjectId } from './objects.ts'

/** Objects that stay as they are written, such as those of a pack, and are read when somebody asks for one. */
export interface ObjectSource {
  readonly size: number
  get(id: ObjectId): GitObject | undefined
  typeOf(id: ObjectId): GitObject['type'] | undefined
  ids(): Iterable<ObjectId>
  /** Each once, in the order in which that is quickest. @throws Error where one has not the id of what it holds. */
  all(): Iterable<GitObject>
  /**
   * What of it nothing else in it names, where all that is named in it is in it too: what leads to these leads to all
   * of it. Undefined where that is not so, or nobody has looked.
   */
  tips: ReadonlySet<ObjectId> | undefined
  /** As it is written: the pack, and the index of it. */
  readonly pack: { readonly bytes: Uint8Array; readonly index: { readonly bytes: Uint8Array } }
}

/**
 * Objects by id. It only grows, and what is in it never changes, so any number of repositories and snapshots
 * may share one. A database over a base reads through to the base and keeps its own objects to itself: that
 * is a fork, or a draft that may be thrown away.
 */
export interface ObjectDatabase {
  readonly base: ObjectDatabase | undefined
  readonly byId: Map<ObjectId, GitObject>
  /** What it has beside them; mostly nothing. */
  readonly sources: ObjectSource[]
  /** Ids by their first four digits, once somebody looks for an abbreviated one. */
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

/** What an object is, which does not take reading it. */
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

/** Adds what another database has of its own. */
export function addObjects(objects: ObjectDatabase, { byId, sources }: ObjectDatabase): void {
  for (const source of sources) addSource(objects, source)
  for (const object of byId.values()) putObject(objects, object)
}

function addSource(objects: ObjectDatabase, source: ObjectSource): void {
  objects.sources.push(source)
  if (objects.byPrefix) for (const id of source.ids()) addPrefix(objects.byPrefix, id)
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
  for (const source of objects.sources) for (const id of source.ids()) addPrefix(byPrefix, id)
  objects.byPrefix = byPrefix
  return byPrefix
}

/** The ids that start with the given four or more lower-case digits. */
export function idsWithPrefix(objects: ObjectDatabase, digits: string): ObjectId[] {
  const found = new Set<ObjectId>()
  for (let layer: ObjectDatabase | undefined = objects; layer; layer = layer.base) {
    const candidates = prefixesOf(layer).get(digits.slice(0, SHORTEST_PREFIX)) ?? []
    for (const id of candidates) if (id.startsWith(digits)) found.add(id)
  }
  // Two packs may have the same object.
  return [...found]
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

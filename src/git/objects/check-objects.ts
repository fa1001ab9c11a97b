import { MAX_PATH_LENGTH, pathFaultOf } from '../path.ts'
import { type ObjectDatabase, type ObjectSource, typeOf } from './database.ts'
import type { GitObject, GitTree, ObjectId } from './objects.ts'

/** The depth of the longest path. No request creates deeper trees, and walking through one could fail to terminate. */
const MAX_DEPTH = MAX_PATH_LENGTH / 2

/**
 * Checks the invariants of the objects of a database: the objects they refer to exist and have the right type, and
 * trees are well-formed. Ids are hashes, so there are no cycles.
 * @throws Error that names the first invalid object.
 */
export function checkObjects(objects: ObjectDatabase): void {
  const folders = new Map<ObjectId, readonly ObjectId[]>()
  const types = typesOf(objects)
  const check = (object: GitObject) => {
    const fault = faultOf(types, object)
    if (fault !== undefined) throw new Error(fault)
    if (object.type === 'tree') folders.set(object.id, foldersOf(object))
  }
  for (const source of objects.sources) checkSource(source, check)
  for (const object of objects.byId.values()) check(object)
  checkDepth(folders)
}

/** Checks the objects of a source, and records the tips from which all of them are reachable. */
function checkSource(source: ObjectSource, check: (object: GitObject) => void): void {
  const named = new Set<ObjectId>()
  for (const object of source.all()) {
    check(object)
    for (const [id] of linksOf(object)) named.add(id)
  }
  for (const id of named) if (source.typeOf(id) === undefined) return
  const tips = new Set<ObjectId>()
  for (const id of source.ids()) if (!named.has(id)) tips.add(id)
  source.tips = tips
}

/**
 * Removes invalid objects from a database, except in packs, with the objects that refer to them: git leaves unreachable
 * loose objects behind without all their references. Returns the reason for each.
 */
export function removeBroken(objects: ObjectDatabase): ReadonlyMap<ObjectId, string> {
  const broken = new Map<ObjectId, string>()
  const namedBy = new Map<ObjectId, GitObject[]>()
  const types = typesOf(objects)
  for (const object of objects.byId.values()) {
    const fault = faultOf(types, object)
    if (fault !== undefined) broken.set(object.id, fault)
    for (const [id] of linksOf(object)) {
      const others = namedBy.get(id)
      if (others) others.push(object)
      else if (objects.byId.has(id)) namedBy.set(id, [object])
    }
  }
  // Iterating over a map includes the entries that are added meanwhile.
  for (const id of broken.keys()) {
    objects.byId.delete(id)
    for (const { id: name } of namedBy.get(id) ?? []) {
      if (!broken.has(name)) broken.set(name, broken.get(id) ?? '')
    }
  }
  return broken
}

type TypeOf = (id: ObjectId) => GitObject['type'] | undefined

/** Returns a memoized lookup of types, since successive trees refer to the same files. */
function typesOf(objects: ObjectDatabase): TypeOf {
  const known = new Map<ObjectId, ReturnType<TypeOf>>()
  return (id) => {
    const type = known.get(id) ?? typeOf(objects, id)
    known.set(id, type)
    return type
  }
}

function faultOf(typeIn: TypeOf, object: GitObject): string | undefined {
  for (const [id, type] of linksOf(object)) {
    if (typeIn(id) === type) continue
    return `the git object ${object.id} names the ${type} ${id}, which is not there`
  }
  return object.type === 'tree' ? nameFaultOf(object) : undefined
}

type Link = readonly [id: ObjectId, type: GitObject['type']]

/** Returns the ids that an object refers to, with their required types. */
export function linksOf(object: GitObject): Link[] {
  switch (object.type) {
    case 'blob':
      return []
    case 'tree':
      return object.entries.flatMap(({ id, mode }): Link[] => {
        // A submodule refers to a commit in another repository.
        if (mode === '160000') return []
        return [[id, mode === '40000' ? 'tree' : 'blob']]
      })
    case 'commit':
      return [[object.tree, 'tree'], ...object.parents.map((id): Link => [id, 'commit'])]
    case 'tag':
      return [[object.target, object.targetType]]
  }
}

function nameFaultOf({ id, entries, raw }: GitTree): string | undefined {
  const names = new Set<string>()
  for (const { name } of entries) {
    // Distinct names that are not UTF-8 can decode to the same text.
    const isTwice = raw === undefined && names.has(name)
    const isWrong = name.includes('/') || isTwice || pathFaultOf(name) !== undefined
    if (isWrong) return `the tree ${id} has an entry ${JSON.stringify(name)}`
    names.add(name)
  }
  return undefined
}

const foldersOf = ({ entries }: GitTree) =>
  entries.flatMap(({ id, mode }) => (mode === '40000' ? [id] : []))

/** Computes depths bottom-up: a tree whose folders are not known yet waits for them. */
function checkDepth(folders: ReadonlyMap<ObjectId, readonly ObjectId[]>): void {
  const depths = new Map<ObjectId, number>()
  const waiting = [...folders.keys()]
  for (let id = waiting.at(-1); id !== undefined; id = waiting.at(-1)) {
    const inner = folders.get(id) ?? []
    const unknown = inner.filter((one) => !depths.has(one))
    if (unknown.length > 0) {
      waiting.push(...unknown)
      continue
    }
    const depth = 1 + inner.reduce((most, one) => Math.max(most, depths.get(one) ?? 0), 0)
    if (depth > MAX_DEPTH) throw new Error(`the tree ${id} is deeper than ${MAX_DEPTH} folders`)
    depths.set(id, depth)
    waiting.pop()
  }
}

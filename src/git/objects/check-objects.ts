import { MAX_PATH_LENGTH, pathFaultOf } from '../path.ts'
import { type ObjectDatabase, type ObjectSource, typeOf } from './database.ts'
import type { GitObject, GitTree, ObjectId } from './objects.ts'

/** As deep as the longest path is: what is deeper no request makes, and a walk through it would not end. */
const MAX_DEPTH = MAX_PATH_LENGTH / 2

/**
 * Holds the objects of a database to what a forge takes for granted: what they name is there, of the right kind, and
 * trees are as git has them. Ids are hashes, so no object is part of itself.
 * @throws Error that names the first object which is not so.
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

/** Notes as well what leads to all of it. */
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
 * Takes out of a database what is not so, and what names it, packs aside: git leaves loose objects behind that nothing
 * leads to any more, without all that they name. Returns the reason of each.
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
  // A map that is gone through goes on with what is added to it.
  for (const id of broken.keys()) {
    objects.byId.delete(id)
    for (const { id: name } of namedBy.get(id) ?? []) {
      if (!broken.has(name)) broken.set(name, broken.get(id) ?? '')
    }
  }
  return broken
}

type TypeOf = (id: ObjectId) => GitObject['type'] | undefined

/** One tree after the other names the same files: each is looked up once. */
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

/** What an object names, and of which kind that has to be. */
export function linksOf(object: GitObject): Link[] {
  switch (object.type) {
    case 'blob':
      return []
    case 'tree':
      return object.entries.flatMap(({ id, mode }): Link[] => {
        // What a submodule names is in another repository.
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
    // Names that are no UTF-8 may look alike.
    const isTwice = raw === undefined && names.has(name)
    const isWrong = name.includes('/') || isTwice || pathFaultOf(name) !== undefined
    if (isWrong) return `the tree ${id} has an entry ${JSON.stringify(name)}`
    names.add(name)
  }
  return undefined
}

const foldersOf = ({ entries }: GitTree) =>
  entries.flatMap(({ id, mode }) => (mode === '40000' ? [id] : []))

/** Trees are asked from the leaves up: one whose folders are not known yet waits for them. */
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

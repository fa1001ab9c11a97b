import { compareEntries } from '../objects/byte-order.ts'
import { getObject, type ObjectDatabase } from '../objects/database.ts'
import type { GitCommit, GitObject, GitTree, ObjectId } from '../objects/objects.ts'
import { keepsType, noFilter, type ObjectFilter } from './object-filter.ts'
import type { PackEntry } from './write-pack.ts'

/** The selection of objects to send. */
export interface Selection {
  readonly objects: ObjectDatabase
  /** The commits to send with their files, children before parents. */
  readonly commits: readonly GitCommit[]
  /** The tags, trees and blobs to send, trees with their content. */
  readonly others: readonly GitObject[]
  /** The commits whose files the receiver has, as far as they are adjacent to the sent ones. */
  readonly known: readonly GitCommit[]
  readonly filter: ObjectFilter
  /** The objects that were requested by id, which are always sent. */
  readonly wanted: ReadonlySet<ObjectId>
  /** Whether an object is sent outside of this selection. */
  readonly isSent: (id: ObjectId) => boolean
  /** Whether objects of the receiver can be bases of deltas. */
  readonly isThin: boolean
}

/** The maximum length of a delta chain, as in git; longer ones take the reader longer than they save. */
const MAX_CHAIN = 50

/**
 * Selects the objects of a pack. Each tree is compared with the tree at the same path in a later commit: equal entries
 * have been sent, and the others are versions of those.
 */
export function selectObjects(selection: Selection): PackEntry[] {
  const { commits, others, known, filter, wanted, isThin } = selection
  const selected = new SelectedObjects(selection)
  for (const { tree } of known) selected.markKnown(tree)
  const laterTrees = new Map<ObjectId, ObjectId>()
  const [edge] = isThin ? known : []
  for (const commit of commits) {
    if (keepsType(filter, 'commit') || wanted.has(commit.id)) selected.add(commit)
    selected.addTree(commit.tree, laterTrees.get(commit.id) ?? edge?.tree, 0)
    for (const parent of commit.parents) {
      if (!laterTrees.has(parent)) laterTrees.set(parent, commit.tree)
    }
  }
  for (const object of others) {
    if (object.type === 'tree') selected.addTree(object.id, undefined, 0)
    else selected.add(object)
  }
  return selected.entries
}

const KNOWN = -1

class SelectedObjects {
  readonly entries: PackEntry[] = []
  readonly #selection: Selection
  /** The index of each object that is sent, and marks for those that are omitted or that the receiver has. */
  readonly #places = new Map<ObjectId, number>()
  /** The depth at which each tree was visited, where the filter depends on it. */
  readonly #depths: Map<ObjectId, number> | undefined
  /** The length of the delta chain of each entry. */
  readonly #chains: number[] = []

  readonly #filters: boolean

  constructor(selection: Selection) {
    this.#selection = selection
    this.#filters = selection.filter !== noFilter
    if (selection.filter.depth !== Number.POSITIVE_INFINITY) this.#depths = new Map()
  }

  /** Marks a tree of the receiver, with all its content. */
  markKnown(id: ObjectId): void {
    if (this.#places.has(id)) return
    this.#places.set(id, KNOWN)
    const object = getObject(this.#selection.objects, id)
    if (object?.type !== 'tree') return
    for (const { mode, id: inner } of object.entries) {
      if (mode === '40000') this.markKnown(inner)
      else this.#places.set(inner, KNOWN)
    }
  }

  add(object: GitObject): void {
    if (!this.#isKnown(object.id)) this.#push(object, undefined)
  }

  /** Whether an object is already sent, or need not be. */
  #isKnown(id: ObjectId): boolean {
    return this.#places.has(id) || this.#selection.isSent(id)
  }

  #push(object: GitObject, base: PackEntry['base']): void {
    const chain = typeof base === 'number' ? (this.#chains[base] ?? 0) + 1 : 0
    const isLong = chain > MAX_CHAIN
    this.#places.set(object.id, this.entries.length)
    this.#chains.push(isLong ? 0 : chain)
    this.entries.push({ object, base: isLong ? undefined : base })
  }

  /** Returns another version of an object as a base: its index in the pack, or the object that the receiver has. */
  #versionOf(id: ObjectId | undefined, type: GitObject['type']): Version {
    if (id === undefined) return none
    const place = this.#places.get(id)
    if (place === undefined || place === KNOWN) {
      const object = getObject(this.#selection.objects, id)
      if (object?.type !== type) return none
      return { object, base: place === KNOWN && this.#selection.isThin ? object : undefined }
    }
    const object = this.entries[place]?.object
    return object?.type === type ? { object, base: place } : none
  }

  /** Adds a tree and its content; `later` is the tree at its path in a commit that was already visited. */
  addTree(id: ObjectId, later: ObjectId | undefined, depth: number): void {
    if (!this.#isToVisit(id, depth)) return
    const { objects, filter, wanted } = this.#selection
    const tree = getObject(objects, id)
    if (tree?.type !== 'tree') return
    const { object, base } = this.#versionOf(later, 'tree')
    const isSent = this.#filters
      ? wanted.has(id) || (depth < filter.depth && keepsType(filter, 'tree'))
      : true
    if (isSent && !(this.#filters && this.#places.has(id))) this.#push(tree, base)
    if (depth + 1 >= filter.depth && !wanted.has(id)) return
    this.#addEntries(tree, object?.type === 'tree' ? object : undefined, depth + 1)
  }

  #isToVisit(id: ObjectId, depth: number): boolean {
    if (this.#selection.isSent(id)) return false
    const place = this.#places.get(id)
    if (!this.#depths) return place === undefined
    if (place === KNOWN) return false
    const met = this.#depths.get(id)
    if (met !== undefined && met <= depth) return false
    this.#depths.set(id, depth)
    return true
  }

  #addEntries({ entries }: GitTree, later: GitTree | undefined, depth: number): void {
    const laterEntries = later?.entries ?? []
    let place = 0
    for (const entry of entries) {
      let other = laterEntries[place]
      // Mostly the same JavaScript object, since it was read from the same folder or shared by a write.
      if (other === entry && !this.#depths) {
        place += 1
        continue
      }
      while (other && other.name !== entry.name && compareEntries(other, entry) < 0) {
        place += 1
        other = laterEntries[place]
      }
      const isSameName = other?.name === entry.name
      if (isSameName) place += 1
      const { id, mode } = entry
      if (isSameName && other?.id === id && !this.#depths) continue
      const laterId = isSameName ? other?.id : undefined
      if (mode === '40000') this.addTree(id, laterId, depth)
      else if (mode !== '160000') this.#addBlob(id, laterId, depth)
    }
  }

  #addBlob(id: ObjectId, later: ObjectId | undefined, depth: number): void {
    if (this.#isKnown(id)) return
    const { objects, filter, wanted } = this.#selection
    const blob = getObject(objects, id)
    if (blob?.type !== 'blob') return
    const isLeftOut =
      this.#filters &&
      (blob.bytes.length >= filter.blobsFrom || depth >= filter.depth || !keepsType(filter, 'blob'))
    if (!isLeftOut || wanted.has(id)) this.#push(blob, this.#versionOf(later, 'blob').base)
  }
}

interface Version {
  readonly object: GitObject | undefined
  readonly base: PackEntry['base']
}

const none: Version = { object: undefined, base: undefined }

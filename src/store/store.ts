import { createObjectDatabase, type ObjectDatabase } from '../git/objects/database.ts'
import type { CollectionSnapshot } from './collection-parts.ts'
import { type Collections, collectionNames } from './collections.ts'
import { Contents } from './contents.ts'
import { type AnyCollection, LazyCollections } from './lazy-collections.ts'
import { sharedLayer } from './object-layers.ts'

/** The git objects of a snapshot. A symbol, as they are no collection. */
const gitObjects = Symbol('git objects')

/** What stands for the records of a snapshot. */
const contents = Symbol('contents')

type Name = keyof Collections

/**
 * Everything a forge holds at one moment, records by collection and git objects. It is shared, not
 * copied, so it costs the references, and any forge may go on from it.
 */
export type Snapshot = { readonly [Name in keyof Collections]: CollectionSnapshot } & {
  readonly [gitObjects]: ObjectDatabase
  readonly [contents]: Contents
}

export interface Store extends Collections {
  /** The same collections, and nothing else; all are made when this is asked for. */
  readonly collections: Collections
  /**
   * The git objects of all repositories: a layer of the store's own above what it shares with
   * snapshots and with the stores that start from them. Another one after each snapshot and
   * restore, so it is not to be kept. Which of them a repository has is for its refs to say.
   */
  readonly objects: ObjectDatabase
  snapshot(): Snapshot
  /** Goes on from a snapshot of any store; the git objects that came after it are let go. */
  restore(snapshot: Snapshot): void
  /**
   * Runs a synchronous step of the forge; where it throws, every write it made is taken back. Steps
   * do not interleave, as nothing in one awaits; one within another is taken back with it.
   */
  transaction<T>(step: () => T): T
  isInTransaction(): boolean
  /**
   * Asked before each step: whether the world before the last write is kept, for `previous`. Nothing is
   * by default.
   */
  keepsPrevious: () => boolean
  /** The world before the last step that wrote something, of those since it is kept. */
  previous(): Snapshot | undefined
  /**
   * Stands for the records as they are: another object after whatever changed them, and the same one in all
   * stores that went on from a snapshot and changed nothing since.
   */
  readonly contents: Contents
  /** Another number after each write to one of some collections; those that nobody asked for are not made. */
  versionOf(names: readonly Name[]): number
  /** Called with the collection of each write, be it taken back later or not. */
  onChange: (collection: Name) => void
  /** Called with each collection when it is made, which is when it is first asked for. */
  onMade: (name: Name, collection: AnyCollection) => void
  /** Takes back as `transaction` does, for a step of a suite. */
  atomically<T>(step: () => T): T
}

/** One class, and so one shape of object, for the stores of all worlds of a process. */
class WorldStore extends LazyCollections implements Store {
  keepsPrevious = () => false
  onChange: Store['onChange'] = () => {}
  onMade: Store['onMade'] = () => {}
  /** Where the collections that nobody asked for stand; undefined where all began empty. */
  #base: Snapshot | undefined
  /** The layer of its own, once it was asked for, and the one below. */
  #objects: ObjectDatabase | undefined
  #sharedObjects: ObjectDatabase | undefined
  #contents: Contents | undefined
  #undoLog: (() => void)[] | undefined
  #isInTransaction = false
  #previous: Snapshot | undefined

  constructor() {
    super((name, collection) => this.#prepare(name, collection))
  }

  #prepare(name: Name, collection: AnyCollection): void {
    if (this.#base) collection.adopt(this.#base[name])
    collection.onWrite = (undo) => {
      this.#contents = undefined
      this.#undoLog?.push(undo)
      this.onChange(name)
    }
    this.onMade(name, collection)
  }

  get objects(): ObjectDatabase {
    this.#objects ??= createObjectDatabase(this.#sharedObjects)
    return this.#objects
  }

  get contents(): Contents {
    this.#contents ??= new Contents()
    return this.#contents
  }

  versionOf(names: readonly Name[]): number {
    return names.reduce((sum, name) => sum + (this.made(name)?.version ?? 0), 0)
  }

  snapshot(): Snapshot {
    const shared = sharedLayer(this.#objects ?? this.#sharedObjects ?? this.objects)
    // An operation in the middle of its writes goes on where it began.
    if (!this.#isInTransaction) {
      this.#objects = undefined
      this.#sharedObjects = shared
    }
    const records = Object.fromEntries(
      collectionNames.map((name) => [name, this.#snapshotOf(name)]),
    ) as { [Each in Name]: CollectionSnapshot }
    return { ...records, [gitObjects]: shared, [contents]: this.contents }
  }

  #snapshotOf(name: Name): CollectionSnapshot {
    const made = this.made(name)
    return made || !this.#base ? this[name].snapshot() : this.#base[name]
  }

  restore(snapshot: Snapshot): void {
    checkSnapshot(snapshot)
    this.#previous = undefined
    this.#contents = snapshot[contents]
    this.#objects = undefined
    this.#sharedObjects = snapshot[gitObjects]
    this.#base = snapshot
    for (const name of collectionNames) {
      this.made(name)?.adopt(snapshot[name])
      this.onChange(name)
    }
  }

  transaction<T>(step: () => T): T {
    const outer = this.#isInTransaction
    this.#isInTransaction = true
    try {
      return this.atomically(step)
    } finally {
      this.#isInTransaction = outer
    }
  }

  isInTransaction(): boolean {
    return this.#isInTransaction
  }

  previous(): Snapshot | undefined {
    return this.#previous
  }

  atomically<T>(step: () => T): T {
    const outer = this.#undoLog
    const log: (() => void)[] = []
    const before = outer ? undefined : this.#snapshotToKeep()
    this.#undoLog = log
    try {
      const result = step()
      if (outer) for (const undo of log) outer.push(undo)
      if (before && log.length > 0) this.#previous = before
      return result
    } catch (error) {
      for (const undo of log.reverse()) undo()
      this.#contents = undefined
      throw error
    } finally {
      this.#undoLog = outer
    }
  }

  #snapshotToKeep(): Snapshot | undefined {
    if (this.keepsPrevious()) return this.snapshot()
    this.#previous = undefined
    return undefined
  }
}

/** An empty store: what a forge remembers. */
export function createStore(): Store {
  return new WorldStore()
}

/** A store that goes on from a snapshot. */
export function storeFrom(snapshot: Snapshot): Store {
  const store = createStore()
  store.restore(snapshot)
  return store
}

function checkSnapshot(snapshot: unknown): asserts snapshot is Snapshot {
  if (typeof snapshot === 'object' && snapshot !== null && gitObjects in snapshot) return
  throw new Error(
    'restore: the snapshot must be an object that snapshot() returned, and not a copy through JSON or structuredClone',
  )
}

import { createObjectDatabase, type ObjectDatabase } from '../git/database.ts'
import type { CollectionSnapshot } from './collection-parts.ts'
import { type Collections, createCollections } from './collections.ts'
import { sharedLayer } from './object-layers.ts'

/** The git objects of a snapshot. A symbol, as they are no collection. */
const gitObjects = Symbol('git objects')

/**
 * Everything a forge holds at one moment, records by collection and git objects. It is shared, not
 * copied, so it costs the references, and any forge may go on from it.
 */
export type Snapshot = { readonly [Name in keyof Collections]: CollectionSnapshot } & {
  readonly [gitObjects]: ObjectDatabase
}

export interface Store extends Collections {
  /** The same collections, and nothing else. */
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
  /** Another number after whatever changed the records. */
  readonly version: number
  /** Called with the collection of each write, be it taken back later or not. */
  onChange: (collection: keyof Collections) => void
  /** Takes back as `transaction` does, for a step of a suite. */
  atomically<T>(step: () => T): T
}

/** An empty store: what a forge remembers. */
export function createStore(): Store {
  const collections = createCollections()
  const entries = Object.entries(collections) as [
    keyof Collections,
    Collections[keyof Collections],
  ][]
  let objects = createObjectDatabase()
  let undoLog: (() => void)[] | undefined
  let isInTransaction = false
  let previous: Snapshot | undefined
  let version = 0
  for (const [name, collection] of entries) {
    collection.onWrite = (undo) => {
      version += 1
      undoLog?.push(undo)
      store.onChange(name)
    }
  }

  function atomically<T>(step: () => T): T {
    const outer = undoLog
    const log: (() => void)[] = []
    const before = outer ? undefined : snapshotToKeep()
    undoLog = log
    try {
      const result = step()
      outer?.push(...log)
      if (before && log.length > 0) previous = before
      return result
    } catch (error) {
      for (const undo of log.reverse()) undo()
      version += 1
      throw error
    } finally {
      undoLog = outer
    }
  }

  function snapshotToKeep(): Snapshot | undefined {
    if (store.keepsPrevious()) return store.snapshot()
    previous = undefined
    return undefined
  }

  const store: Store = {
    ...collections,
    collections,
    get objects() {
      return objects
    },
    snapshot() {
      const shared = sharedLayer(objects)
      // An operation in the middle of its writes goes on where it began.
      if (!isInTransaction) objects = createObjectDatabase(shared)
      const records = Object.fromEntries(
        entries.map(([name, collection]) => [name, collection.snapshot()]),
      ) as { [Name in keyof Collections]: CollectionSnapshot }
      return { ...records, [gitObjects]: shared }
    },
    keepsPrevious: () => false,
    previous: () => previous,
    restore(snapshot) {
      checkSnapshot(snapshot)
      previous = undefined
      version += 1
      objects = createObjectDatabase(snapshot[gitObjects])
      for (const [name, collection] of entries) {
        collection.restore(snapshot[name])
        store.onChange(name)
      }
    },
    transaction(step) {
      const outer = isInTransaction
      isInTransaction = true
      try {
        return atomically(step)
      } finally {
        isInTransaction = outer
      }
    },
    isInTransaction: () => isInTransaction,
    get version() {
      return version
    },
    onChange() {},
    atomically,
  }
  return store
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

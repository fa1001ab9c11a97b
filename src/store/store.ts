import { createObjectDatabase, type ObjectDatabase } from '../git/database.ts'
import type { CollectionSnapshot } from './collection.ts'
import { type Collections, createCollections } from './collections.ts'

/** Everything a store holds at one moment. Its records are shared, so it costs the references. */
export type Snapshot = { readonly [Name in keyof Collections]: CollectionSnapshot }

export interface Store extends Collections {
  /**
   * The git objects of all repositories. They never change and are only ever added, so snapshots
   * and the stores that go on from them share this one; which of them a repository has is for its
   * refs to say.
   */
  readonly objects: ObjectDatabase
  snapshot(): Snapshot
  restore(snapshot: Snapshot): void
  /**
   * Runs a synchronous step; where it throws, every write it made is taken back. Steps do not
   * interleave, as nothing in one awaits; one within another is taken back with it.
   */
  transaction<T>(step: () => T): T
}

/**
 * An empty store: what a forge remembers. One that restores the snapshots of another store needs
 * that store's objects.
 */
export function createStore(objects: ObjectDatabase = createObjectDatabase()): Store {
  const collections = createCollections()
  const entries = Object.entries(collections) as [
    keyof Collections,
    Collections[keyof Collections],
  ][]
  let undoLog: (() => void)[] | undefined
  for (const [, collection] of entries) collection.onWrite = (undo) => undoLog?.push(undo)
  return {
    ...collections,
    objects,
    snapshot() {
      return Object.fromEntries(
        entries.map(([name, collection]) => [name, collection.snapshot()]),
      ) as Snapshot
    },
    restore(snapshot) {
      for (const [name, collection] of entries) collection.restore(snapshot[name])
    },
    transaction(step) {
      const outer = undoLog
      const log: (() => void)[] = []
      undoLog = log
      try {
        const result = step()
        outer?.push(...log)
        return result
      } catch (error) {
        for (const undo of log.reverse()) undo()
        throw error
      } finally {
        undoLog = outer
      }
    },
  }
}

import type { CollectionSnapshot } from './collection.ts'
import { type Collections, createCollections } from './collections.ts'

/** Everything a store holds at one moment. Its records are shared, so it costs the references. */
export type Snapshot = { readonly [Name in keyof Collections]: CollectionSnapshot }

export interface Store extends Collections {
  snapshot(): Snapshot
  restore(snapshot: Snapshot): void
  /**
   * Runs a synchronous step; where it throws, every write it made is taken back. Steps do not
   * interleave, as nothing in one awaits; one within another is taken back with it.
   */
  transaction<T>(step: () => T): T
}

/** An empty store: what a forge remembers. */
export function createStore(): Store {
  const collections = createCollections()
  const entries = Object.entries(collections) as [
    keyof Collections,
    Collections[keyof Collections],
  ][]
  let undoLog: (() => void)[] | undefined
  for (const [, collection] of entries) collection.onWrite = (undo) => undoLog?.push(undo)
  return {
    ...collections,
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

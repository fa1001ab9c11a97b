import { type Identified, insertSorted, positionOf } from './sorted.ts'

/** How each index of a collection files a record. */
export type Keys<R, Name extends string> = Record<Name, (record: R) => unknown>

/** The records of one index by their keys, those of a key in the order of their ids. */
type Index<R> = Map<unknown, R[]>

/** The indexes of a collection: each is built when first asked for, and kept up from then on. */
export interface RecordIndexes<R, Name extends string> {
  /** The records filed under a key; `all` is what the index is built of, where it is not yet. */
  find(name: Name, key: unknown, all: readonly R[]): readonly R[]
  file(record: R): void
  unfile(record: R): void
  /** As `unfile` for each, in one look at each bucket. */
  unfileAll(records: readonly R[]): void
  /** Puts `next` where `previous` is filed, which has the same id. */
  exchange(previous: R, next: R): void
  /** Forgets what was built, as the records are others now. */
  clear(): void
}

export function createRecordIndexes<R extends Identified, Name extends string>(
  keys: Keys<R, Name>,
): RecordIndexes<R, Name> {
  const built = new Map<Name, Index<R>>()

  function build(name: Name, all: readonly R[]): Index<R> {
    const index: Index<R> = new Map()
    for (const record of all) fileIn(index, keys[name](record), record)
    built.set(name, index)
    return index
  }

  return {
    find: (name, key, all) => (built.get(name) ?? build(name, all)).get(key) ?? [],
    file(record) {
      for (const [name, index] of built) fileIn(index, keys[name](record), record)
    },
    unfile(record) {
      for (const [name, index] of built) {
        keep(index, keys[name](record), ({ id }) => id !== record.id)
      }
    },
    unfileAll(records) {
      const ids = new Set(records.map(({ id }) => id))
      for (const [name, index] of built) {
        for (const key of new Set(records.map(keys[name])))
          keep(index, key, ({ id }) => !ids.has(id))
      }
    },
    exchange(previous, next) {
      for (const [name, index] of built) {
        const [from, to] = [keys[name](previous), keys[name](next)]
        const bucket = index.get(to)
        if (from === to && bucket) bucket[positionOf(bucket, next.id)] = next
        else {
          keep(index, from, ({ id }) => id !== previous.id)
          fileIn(index, to, next)
        }
      }
    },
    clear: () => built.clear(),
  }
}

function fileIn<R extends Identified>(index: Index<R>, key: unknown, record: R): void {
  const bucket = index.get(key)
  if (bucket) insertSorted(bucket, record)
  else index.set(key, [record])
}

/** A fresh array of those that stay, so that a reader in the middle of the old one is not disturbed. */
function keep<R>(index: Index<R>, key: unknown, stays: (record: R) => boolean): void {
  const rest = (index.get(key) ?? []).filter(stays)
  if (rest.length > 0) index.set(key, rest)
  else index.delete(key)
}

import { type Identified, insertSorted, positionOf } from './sorted.ts'

/** How each index of a collection files a record. */
export type Keys<R, Name extends string> = Record<Name, (record: R) => unknown>

/** The records of one index by their keys, those of a key in the order of their ids. */
type Buckets<R> = Map<unknown, R[]>

interface Index<R> {
  readonly keyOf: (record: R) => unknown
  readonly buckets: Buckets<R>
}

/** The indexes of a collection: each is built when first asked for, and kept up from then on. */
export interface RecordIndexes<R, Name extends string> {
  /** The records filed under a key; `all` is what the index is built of, where it is not yet. */
  find(name: Name, key: unknown, all: readonly R[]): readonly R[]
  /** The same of an index that is not among the keys: it is known by its name from then on. */
  findBy(name: string, keyOf: (record: R) => unknown, key: unknown, all: readonly R[]): readonly R[]
  file(record: R): void
  unfile(record: R): void
  /** As `unfile` for each, in one look at each bucket. */
  unfileAll(records: readonly R[]): void
  /** Puts `next` where `previous` is filed, which has the same id. */
  exchange(previous: R, next: R): void
  /** As `exchange` for each pair, in one look at each bucket. */
  exchangeAll(pairs: readonly (readonly [previous: R, next: R])[]): void
  /** Forgets what was built, as the records are others now. */
  clear(): void
}

export function createRecordIndexes<R extends Identified, Name extends string>(
  keys: Keys<R, Name>,
): RecordIndexes<R, Name> {
  const built = new Map<string, Index<R>>()

  function build(name: string, keyOf: (record: R) => unknown, all: readonly R[]): Index<R> {
    const buckets: Buckets<R> = new Map()
    for (const record of all) fileIn(buckets, keyOf(record), record)
    const index = { keyOf, buckets }
    built.set(name, index)
    return index
  }

  return {
    find: (name, key, all) =>
      (built.get(name) ?? build(name, keys[name], all)).buckets.get(key) ?? [],
    findBy: (name, keyOf, key, all) =>
      (built.get(name) ?? build(name, keyOf, all)).buckets.get(key) ?? [],
    file(record) {
      for (const { keyOf, buckets } of built.values()) fileIn(buckets, keyOf(record), record)
    },
    unfile(record) {
      for (const { keyOf, buckets } of built.values()) {
        keep(buckets, keyOf(record), ({ id }) => id !== record.id)
      }
    },
    unfileAll(records) {
      for (const { keyOf, buckets } of built.values()) unfileFrom(buckets, keyOf, records)
    },
    exchange(previous, next) {
      for (const { keyOf, buckets } of built.values()) {
        const [from, to] = [keyOf(previous), keyOf(next)]
        const bucket = buckets.get(to)
        if (from === to && bucket) bucket[positionOf(bucket, next.id)] = next
        else {
          keep(buckets, from, ({ id }) => id !== previous.id)
          fileIn(buckets, to, next)
        }
      }
    },
    exchangeAll(pairs) {
      for (const { keyOf, buckets } of built.values()) {
        const staying = pairs.filter(([previous, next]) => keyOf(previous) === keyOf(next))
        for (const [, next] of staying) {
          const bucket = buckets.get(keyOf(next)) ?? []
          bucket[positionOf(bucket, next.id)] = next
        }
        const moving = pairs.filter(([previous, next]) => keyOf(previous) !== keyOf(next))
        unfileFrom(
          buckets,
          keyOf,
          moving.map(([previous]) => previous),
        )
        for (const [, next] of moving) fileIn(buckets, keyOf(next), next)
      }
    },
    clear: () => built.clear(),
  }
}

function unfileFrom<R extends Identified>(
  buckets: Buckets<R>,
  keyOf: (record: R) => unknown,
  records: readonly R[],
): void {
  const ids = new Set(records.map(({ id }) => id))
  for (const key of new Set(records.map(keyOf))) keep(buckets, key, ({ id }) => !ids.has(id))
}

function fileIn<R extends Identified>(buckets: Buckets<R>, key: unknown, record: R): void {
  const bucket = buckets.get(key)
  if (bucket) insertSorted(bucket, record)
  else buckets.set(key, [record])
}

/** A fresh array of those that stay, so that a reader in the middle of the old one is not disturbed. */
function keep<R>(buckets: Buckets<R>, key: unknown, stays: (record: R) => boolean): void {
  const rest = (buckets.get(key) ?? []).filter(stays)
  if (rest.length > 0) buckets.set(key, rest)
  else buckets.delete(key)
}

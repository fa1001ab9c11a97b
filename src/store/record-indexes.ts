import {
  byId,
  exchangeSorted,
  type Identified,
  keepSorted,
  type Order,
  putSorted,
  readSorted,
  type Sorted,
  takeSorted,
} from './sorted.ts'

/** How an index files a record: under what key, and in what order where that is not the order of the ids. */
export interface OrderedKey<R> {
  readonly keyOf: (record: R) => unknown
  readonly order: Order<R>
}

/** How each index of a collection files a record. */
export type Keys<R, Name extends string> = Record<Name, Key<R>>
type Key<R> = ((record: R) => unknown) | OrderedKey<R>

/** The records of one index by their keys, those of a key in the order of the index. */
type Buckets<R> = Map<unknown, Sorted<R>>

interface Index<R> extends OrderedKey<R> {
  readonly buckets: Buckets<R>
}

/** Indexes by their names, as they were built. */
export type BuiltIndexes<R> = Map<string, Index<R>>

/** The indexes of a collection: each is built when first asked for, and kept up from then on. */
export interface RecordIndexes<R, Name extends string> {
  /** The records filed under a key; `all` is what the index is built of, where it is not yet. */
  find(name: Name, key: unknown, all: () => readonly R[]): readonly R[]
  /** The same of an index that is not among the keys: it is known by its name from then on. */
  findBy(
    name: string,
    keyOf: (record: R) => unknown,
    key: unknown,
    all: () => readonly R[],
  ): readonly R[]
  file(record: R): void
  unfile(record: R): void
  /** As `unfile` for each, in one look at each bucket. */
  unfileAll(records: readonly R[]): void
  /** Puts `next` where `previous` is filed, which has the same id. */
  exchange(previous: R, next: R): void
  /** As `exchange` for each pair, in one look at each bucket. */
  exchangeAll(pairs: readonly (readonly [previous: R, next: R])[]): void
  /**
   * The records are others now, and these are the indexes over them, which are shared with whoever has the
   * same records: what is built is built for all, and the first change makes indexes of one's own.
   */
  adopt(shared: BuiltIndexes<R>): void
}

export function createRecordIndexes<R extends Identified, Name extends string>(
  keys: Keys<R, Name>,
): RecordIndexes<R, Name> {
  let built: BuiltIndexes<R> = new Map()
  let isShared = false

  function build(name: string, key: Key<R>, all: readonly R[]): Index<R> {
    const ordered = typeof key === 'function' ? { keyOf: key, order: byId } : key
    const index: Index<R> = { ...ordered, buckets: new Map() }
    for (const record of all) fileIn(index, record)
    built.set(name, index)
    return index
  }

  /** The indexes, for a change. */
  function changing(): Iterable<Index<R>> {
    if (isShared) built = new Map()
    isShared = false
    return built.values()
  }

  return {
    find: (name, key, all) => recordsIn(built.get(name) ?? build(name, keys[name], all()), key),
    findBy: (name, keyOf, key, all) => recordsIn(built.get(name) ?? build(name, keyOf, all()), key),
    file(record) {
      for (const index of changing()) fileIn(index, record)
    },
    unfile(record) {
      for (const index of changing()) unfileFrom(index, record)
    },
    unfileAll(records) {
      for (const index of changing()) unfileAllFrom(index, records)
    },
    exchange(previous, next) {
      for (const index of changing()) {
        if (!exchangeInPlace(index, previous, next)) {
          unfileFrom(index, previous)
          fileIn(index, next)
        }
      }
    },
    exchangeAll(pairs) {
      for (const index of changing()) {
        const moving = pairs.filter(([previous, next]) => !exchangeInPlace(index, previous, next))
        unfileAllFrom(
          index,
          moving.map(([previous]) => previous),
        )
        for (const [, next] of moving) fileIn(index, next)
      }
    },
    adopt(shared) {
      built = shared
      isShared = true
    },
  }
}

function recordsIn<R>({ buckets, order }: Index<R>, key: unknown): readonly R[] {
  const bucket = buckets.get(key)
  return bucket ? readSorted(bucket, order) : []
}

function fileIn<R>({ keyOf, order, buckets }: Index<R>, record: R): void {
  const key = keyOf(record)
  const bucket = buckets.get(key)
  if (bucket) putSorted(bucket, record, order)
  else buckets.set(key, { inOrder: [record], late: [] })
}

function unfileFrom<R>({ keyOf, order, buckets }: Index<R>, record: R): void {
  const key = keyOf(record)
  const bucket = buckets.get(key)
  if (!bucket) return
  takeSorted(bucket, record, order)
  forgetEmpty(buckets, key, bucket)
}

function unfileAllFrom<R extends Identified>(
  { keyOf, buckets }: Index<R>,
  records: readonly R[],
): void {
  const ids = new Set(records.map(({ id }) => id))
  for (const key of new Set(records.map(keyOf))) {
    const bucket = buckets.get(key)
    if (!bucket) continue
    keepSorted(bucket, ({ id }) => !ids.has(id))
    forgetEmpty(buckets, key, bucket)
  }
}

/** Whether the key and the place in the order are the same, so that nothing moves. */
function exchangeInPlace<R>({ keyOf, order, buckets }: Index<R>, previous: R, next: R): boolean {
  const key = keyOf(next)
  const bucket = buckets.get(key)
  if (!bucket || keyOf(previous) !== key || order(previous, next) !== 0) return false
  exchangeSorted(bucket, next, order)
  return true
}

function forgetEmpty<R>(buckets: Buckets<R>, key: unknown, { inOrder, late }: Sorted<R>): void {
  if (inOrder.length + late.length === 0) buckets.delete(key)
}

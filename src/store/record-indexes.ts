import {
  type Buckets,
  bucketsAbove,
  bucketToChange,
  findBucket,
  forgetEmpty,
  type SharedBuckets,
  shareBuckets,
} from './record-buckets.ts'
import {
  byId,
  exchangeSorted,
  type Identified,
  type Order,
  putSorted,
  readSorted,
  type Sorted,
  takeSorted,
} from './sorted.ts'

/** Under what key an index files a record; a list of keys files it under each, an empty one under none. */
export type KeyOf<R> = (record: R) => unknown

/** The keys that records of a collection are looked up by. */
export type Keys<R, Name extends string> = Readonly<Record<Name, KeyOf<R>>>

/** The orders that they are listed in, beside that of their ids. */
export type Orders<R, OrderName extends string> = Readonly<Record<OrderName, Order<R>>>

/** One index: a key with an order. */
export interface IndexOf<R> {
  readonly name: string
  readonly keyOf: KeyOf<R>
  readonly order: Order<R>
}

interface Index<R> extends IndexOf<R> {
  readonly buckets: Buckets<R>
}

/** What changed of a record: there is no `previous` of a new one, no `next` of one that is taken out. */
export interface Change<R> {
  readonly previous: R | undefined
  readonly next: R | undefined
}

/** Records of a snapshot with the indexes over them, which whoever goes on from it may use and add to. */
export interface SharedIndexes<R> {
  readonly records: readonly R[]
  readonly built: Map<string, IndexOf<R> & { readonly buckets: SharedBuckets<R> }>
}

/** The indexes of a collection: each is built when first asked for, and kept up from then on. */
export interface RecordIndexes<R> {
  /** The records filed under a key, in the order of the index. Not to be kept over a write. */
  find(index: IndexOf<R>, key: unknown): readonly R[]
  change(change: Change<R>): void
  /** What is there now, for good; `records` are all records. */
  share(records: readonly R[]): SharedIndexes<R>
  /** Goes on from what was shared. */
  adopt(shared: SharedIndexes<R>): void
}

/**
 * So many changes since a snapshot are remembered: an index that is first asked for after them is built over
 * the records of the snapshot, where a reset or a fork finds it, and brought up to date.
 */
const mostRemembered = 1000

/** `all` are the records as they are: what an index is built of where the snapshot is too far away. */
export function createRecordIndexes<R extends Identified>(
  all: () => readonly R[],
): RecordIndexes<R> {
  const built = new Map<string, Index<R>>()
  let base: SharedIndexes<R> = { records: [], built: new Map() }
  let since: Change<R>[] | undefined = []

  function build(index: IndexOf<R>): Index<R> {
    const made = since ? builtOverBase(index, base, since) : builtOver(index, all())
    built.set(index.name, made)
    return made
  }

  function goOnFrom(shared: SharedIndexes<R>): void {
    base = shared
    since = []
  }

  return {
    find(index, key) {
      const { buckets } = built.get(index.name) ?? build(index)
      const bucket = findBucket(buckets, key)
      return bucket ? readSorted(bucket, buckets.order) : []
    },
    change(change) {
      if (since && since.length >= mostRemembered) since = undefined
      since?.push(change)
      for (const index of built.values()) keepUp(index, change)
    },
    share(records) {
      const entries = [...built].map(([name, { buckets, ...index }]) => {
        return [name, { ...index, buckets: shareBuckets(buckets) }] as const
      })
      const isUnchanged = records === base.records
      if (isUnchanged) for (const [name, index] of entries) base.built.set(name, index)
      else goOnFrom({ records, built: new Map(entries) })
      return base
    },
    adopt(shared) {
      built.clear()
      for (const [name, { buckets, ...index }] of shared.built) {
        built.set(name, { ...index, buckets: bucketsAbove(index.order, buckets) })
      }
      goOnFrom(shared)
    },
  }
}

/** Built over the records of a snapshot, for it to be found there as well, and brought up to date. */
function builtOverBase<R extends Identified>(
  index: IndexOf<R>,
  { records, built }: SharedIndexes<R>,
  since: readonly Change<R>[],
): Index<R> {
  const below = built.get(index.name)?.buckets ?? shareBuckets(builtOver(index, records).buckets)
  built.set(index.name, { ...index, buckets: below })
  const made = { ...index, buckets: bucketsAbove(index.order, below) }
  for (const change of since) keepUp(made, change)
  return made
}

function builtOver<R extends Identified>(index: IndexOf<R>, records: readonly R[]): Index<R> {
  const { keyOf, order } = index
  const filed = new Map<unknown, Sorted<R>>()
  for (const record of records) {
    for (const key of keysOf(keyOf, record)) {
      const bucket = filed.get(key)
      if (bucket) bucket.inOrder.push(record)
      else filed.set(key, { inOrder: [record] })
    }
  }
  if (order !== byId) for (const { inOrder } of filed.values()) inOrder.sort(order)
  const buckets = bucketsAbove<R>(order, undefined)
  buckets.own = filed
  return { ...index, buckets }
}

function keepUp<R extends Identified>(index: Index<R>, { previous, next }: Change<R>): void {
  const { keyOf, order, buckets } = index
  const before = previous ? keysOf(keyOf, previous) : none
  const after = next ? keysOf(keyOf, next) : none
  const isMoved = !previous || !next || order(previous, next) !== 0
  for (const key of before) {
    if (!previous || (!isMoved && includes(after, key))) continue
    takeSorted(bucketToChange(buckets, key), previous)
    forgetEmpty(buckets, key)
  }
  for (const key of after) {
    if (!next) continue
    const bucket = bucketToChange(buckets, key)
    if (previous && !isMoved && includes(before, key)) exchangeSorted(bucket, previous, next, order)
    else putSorted(bucket, next, order)
  }
}

const none: readonly unknown[] = []

const includes = (keys: readonly unknown[], key: unknown) => keys.includes(key)

/** Each key once. */
function keysOf<R>(keyOf: KeyOf<R>, record: R): readonly unknown[] {
  const key = keyOf(record)
  if (!Array.isArray(key)) return [key]
  return key.length < 2 ? key : [...new Set<unknown>(key)]
}

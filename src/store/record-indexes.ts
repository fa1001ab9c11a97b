import {
  type Buckets,
  bucketsAbove,
  bucketToChange,
  findBelow,
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
  readonly built: Map<string, SharedIndex<R>>
}

interface SharedIndex<R> extends IndexOf<R> {
  readonly buckets: SharedBuckets<R>
}

/**
 * So many changes since a snapshot are remembered: an index that is first asked for after them is built over
 * the records of the snapshot, where a reset or a fork finds it, and brought up to date.
 */
const mostRemembered = 1000

/** The indexes of a collection: each is built when first asked for, and kept up from then on. */
export class RecordIndexes<R extends Identified> {
  readonly #all: () => readonly R[]
  /** Its own, from the first change since the snapshot on: until then all read those of the snapshot. */
  #built: Map<string, Index<R>> | undefined
  #base: SharedIndexes<R> = { records: [], built: new Map() }
  /** Undefined where they were too many. */
  #since: Change<R>[] | undefined = []

  /** `all` are the records as they are: what an index is built of where the snapshot is too far away. */
  constructor(all: () => readonly R[]) {
    this.#all = all
  }

  /** The records filed under a key, in the order of the index. Not to be kept over a write. */
  find(index: IndexOf<R>, key: unknown): readonly R[] {
    if (this.#since?.length === 0) {
      const bucket = findBelow(sharedIndex(index, this.#base).buckets, key)
      return bucket ? readSorted(bucket, index.order) : []
    }
    const { buckets } = this.#built?.get(index.name) ?? this.#build(index)
    const bucket = findBucket(buckets, key)
    return bucket ? readSorted(bucket, buckets.order) : []
  }

  change(change: Change<R>): void {
    if (this.#since?.length === 0) this.#buildAll()
    if (this.#since && this.#since.length >= mostRemembered) this.#since = undefined
    this.#since?.push(change)
    for (const index of this.#built?.values() ?? []) keepUp(index, change)
  }

  /** What is there now, for good; `records` are all records. */
  share(records: readonly R[]): SharedIndexes<R> {
    if (records === this.#base.records) return this.#base
    const built = new Map(
      [...(this.#built ?? [])].map(([name, { buckets, ...index }]) => {
        return [name, { ...index, buckets: shareBuckets(buckets) }]
      }),
    )
    this.adopt({ records, built })
    return this.#base
  }

  /** Goes on from what was shared. */
  adopt(shared: SharedIndexes<R>): void {
    this.#base = shared
    this.#since = []
    this.#built = undefined
  }

  /** Those of the snapshot, to be kept up. */
  #buildAll(): void {
    for (const index of this.#base.built.values()) this.#build(index)
  }

  #build(index: IndexOf<R>): Index<R> {
    const made = this.#since
      ? aboveShared(index, this.#base, this.#since)
      : builtOver(index, this.#all())
    this.#built ??= new Map()
    this.#built.set(index.name, made)
    return made
  }
}

/** The index over the records of a snapshot, which is built where nobody did before. */
function sharedIndex<R extends Identified>(
  index: IndexOf<R>,
  { records, built }: SharedIndexes<R>,
): SharedIndex<R> {
  const known = built.get(index.name)
  if (known) return known
  const made = { ...index, buckets: shareBuckets(builtOver(index, records).buckets) }
  built.set(index.name, made)
  return made
}

/** The index over the records of a snapshot, brought up to date in a layer above it. */
function aboveShared<R extends Identified>(
  index: IndexOf<R>,
  base: SharedIndexes<R>,
  since: readonly Change<R>[],
): Index<R> {
  const made = { ...index, buckets: bucketsAbove(index.order, sharedIndex(index, base).buckets) }
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

import {
  countSorted,
  type Identified,
  type Order,
  readSorted,
  type Sorted,
  sharedSorted,
} from './sorted.ts'

/**
 * The records of one index by their keys, in layers: what is shared with snapshots lies below and is never
 * written to; the first write to a key makes a copy of its records in the layer on top.
 */
export interface Buckets<R> {
  readonly order: Order<R>
  /** The layer that is written to; undefined until it is. */
  own: Map<unknown, Sorted<R>> | undefined
  shared: Layer<R> | undefined
}

interface Layer<R> {
  readonly buckets: ReadonlyMap<unknown, Sorted<R>>
  readonly below: Layer<R> | undefined
}

/** What several may go on from. */
export type SharedBuckets<R> = Layer<R> | undefined

/** Buckets that go on from shared ones, or from none. */
export function bucketsAbove<R>(order: Order<R>, shared: SharedBuckets<R>): Buckets<R> {
  return { order, own: undefined, shared }
}

/** The records of a key; an empty bucket stands for none where a layer below has some. */
export function findBucket<R>({ own, shared }: Buckets<R>, key: unknown): Sorted<R> | undefined {
  return own?.get(key) ?? findBelow(shared, key)
}

/** The same of shared ones. */
export function findBelow<R>(from: SharedBuckets<R>, key: unknown): Sorted<R> | undefined {
  for (let layer = from; layer !== undefined; layer = layer.below) {
    const bucket = layer.buckets.get(key)
    if (bucket) return bucket
  }
  return undefined
}

/** The bucket of a key, to be written to. */
export function bucketToChange<R extends Identified>(buckets: Buckets<R>, key: unknown): Sorted<R> {
  const own = buckets.own?.get(key)
  if (own) return own
  const below = findBelow(buckets.shared, key)
  const bucket: Sorted<R> = below ? sharedSorted(readSorted(below, buckets.order)) : { inOrder: [] }
  buckets.own ??= new Map()
  buckets.own.set(key, bucket)
  return bucket
}

/** Lets go of a bucket of which nothing is left. */
export function forgetEmpty<R>({ own, shared }: Buckets<R>, key: unknown): void {
  const bucket = own?.get(key)
  if (bucket && countSorted(bucket) === 0 && !findBelow(shared, key)) own?.delete(key)
}

/**
 * What is there now, for good. A layer that has come to half the size of the one below is joined with it, so
 * that few lie on each other however many snapshots there are, and each key is copied seldom.
 */
export function shareBuckets<R>(buckets: Buckets<R>): SharedBuckets<R> {
  if (buckets.own === undefined) return buckets.shared
  let top: Layer<R> = { buckets: buckets.own, below: buckets.shared }
  while (top.below && top.buckets.size * 2 >= top.below.buckets.size) top = joined(top, top.below)
  buckets.own = undefined
  buckets.shared = top
  return top
}

function joined<R>(top: Layer<R>, { buckets, below }: Layer<R>): Layer<R> {
  const all = new Map(buckets)
  for (const [key, bucket] of top.buckets) {
    if (below === undefined && countSorted(bucket) === 0) all.delete(key)
    else all.set(key, bucket)
  }
  return { buckets: all, below }
}

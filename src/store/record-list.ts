import { type BuiltIndexes, createRecordIndexes, type Keys } from './record-indexes.ts'
import {
  byId,
  exchangeSorted,
  findSorted,
  type Identified,
  keepSorted,
  putSorted,
  readSorted,
  type Sorted,
  takeSorted,
} from './sorted.ts'

/** Records in the order of their ids, and the indexes over them, which every change keeps up. */
export interface RecordList<R, Name extends string> {
  /** Another number after each change. */
  readonly version: number
  readonly size: number
  get(id: number): R | undefined
  /** By ascending id; not to be changed, nor kept over a write. */
  all(): readonly R[]
  /** The records whose key of an index is `key`, by ascending id or in the order of the index. */
  by(name: Name, key: unknown): readonly R[]
  /** Another record with the same key as `record`, if there is one, by an index of this name. */
  twinOf(record: R, name: string, keyOf: (record: R) => unknown): R | undefined
  put(record: R): void
  take(record: R): void
  /** As `take` for each, in one look at all of them. */
  takeAll(records: readonly R[]): void
  /** Puts `next` where `previous` stands, which has the same id. */
  exchange(previous: R, next: R): void
  /** As `exchange` for each pair, in one look at each bucket. */
  exchangeAll(pairs: readonly (readonly [previous: R, next: R])[]): void
  /** The records as they are now, for good: the next change makes an array of its own. */
  share(): SharedRecords<R>
  /** Puts shared records in the place of all. */
  adopt(shared: SharedRecords<R>): void
}

/** Records that several lists have, and the indexes that one of them has built over them. */
interface SharedRecords<R> {
  readonly records: readonly R[]
  readonly indexes: BuiltIndexes<R>
}

export function createRecordList<R extends Identified, Name extends string>(
  keys: Keys<R, Name>,
): RecordList<R, Name> {
  const indexes = createRecordIndexes(keys)
  let list: Sorted<R> = { inOrder: [], late: [] }
  /** Those over the list while it is shared, for others that adopt it. */
  let sharedIndexes: BuiltIndexes<R> | undefined
  let version = 0
  const all = () => readSorted(list, byId)

  /** The list, for a change. */
  function changing(): Sorted<R> {
    version += 1
    if (sharedIndexes) list = { inOrder: list.inOrder.slice(), late: [] }
    sharedIndexes = undefined
    return list
  }

  return {
    get version() {
      return version
    },
    get size() {
      return list.inOrder.length + list.late.length
    },
    get: (id) => findSorted(list, id),
    all,
    by: (name, key) => indexes.find(name, key, all),
    twinOf: (record, name, keyOf) =>
      indexes.findBy(name, keyOf, keyOf(record), all).find(({ id }) => id !== record.id),
    put(record) {
      putSorted(changing(), record, byId)
      indexes.file(record)
    },
    take(record) {
      takeSorted(changing(), record, byId)
      indexes.unfile(record)
    },
    takeAll(taken) {
      const ids = new Set(taken.map(({ id }) => id))
      keepSorted(changing(), ({ id }) => !ids.has(id))
      indexes.unfileAll(taken)
    },
    exchange(previous, next) {
      exchangeSorted(changing(), next, byId)
      indexes.exchange(previous, next)
    },
    exchangeAll(pairs) {
      const changed = changing()
      for (const [, next] of pairs) exchangeSorted(changed, next, byId)
      indexes.exchangeAll(pairs)
    },
    share() {
      sharedIndexes ??= new Map()
      return { records: all(), indexes: sharedIndexes }
    },
    adopt({ records, indexes: shared }) {
      version += 1
      // Shared arrays are never written to: the first change makes another one.
      list = { inOrder: records as R[], late: [] }
      sharedIndexes = shared
      indexes.adopt(shared)
    },
  }
}

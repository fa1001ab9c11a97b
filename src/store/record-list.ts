import {
  type Change,
  createRecordIndexes,
  type IndexOf,
  type SharedIndexes,
} from './record-indexes.ts'
import {
  byId,
  countSorted,
  exchangeSorted,
  findSorted,
  type Identified,
  putSorted,
  readSorted,
  type Sorted,
  sharedSorted,
  takeSorted,
} from './sorted.ts'

/** Records in the order of their ids, and the indexes over them, which every change keeps up. */
export interface RecordList<R> {
  /** Another number after each change. */
  version(): number
  size(): number
  get(id: number): R | undefined
  /** By ascending id; not to be changed, nor kept over a write. */
  all(): readonly R[]
  /** The records whose key of an index is `key`, in the order of the index. */
  by(index: IndexOf<R>, key: unknown): readonly R[]
  put(record: R): void
  take(record: R): void
  /** Puts `next` where `previous` stands, which has the same id. */
  exchange(previous: R, next: R): void
  /** The records as they are now, for good: the next change makes an array of its own. */
  share(): SharedIndexes<R>
  /** Puts shared records in the place of all, with the indexes that are there over them. */
  adopt(shared: SharedIndexes<R>): void
}

export function createRecordList<R extends Identified>(): RecordList<R> {
  let list: Sorted<R> = { inOrder: [] }
  let version = 0
  const all = () => readSorted(list, byId)
  const indexes = createRecordIndexes(all)

  /** Makes a change to the list and to the indexes. */
  function change(write: (list: Sorted<R>) => void, made: Change<R>): void {
    version += 1
    write(list)
    indexes.change(made)
  }

  return {
    version: () => version,
    size: () => countSorted(list),
    get: (id) => findSorted(list, id),
    all,
    by: (index, key) => indexes.find(index, key),
    put(record) {
      change((one) => putSorted(one, record, byId), { previous: undefined, next: record })
    },
    take(record) {
      change((one) => takeSorted(one, record), { previous: record, next: undefined })
    },
    exchange(previous, next) {
      change((one) => exchangeSorted(one, previous, next, byId), { previous, next })
    },
    share() {
      const records = all()
      list = sharedSorted(records)
      return indexes.share(records)
    },
    adopt(shared) {
      version += 1
      list = sharedSorted(shared.records)
      indexes.adopt(shared)
    },
  }
}

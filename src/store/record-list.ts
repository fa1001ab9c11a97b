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

/** Is told of what becomes of the records of a list. */
export interface RecordWatcher<R> {
  /** One came, went or was changed; told of what is taken back as well. */
  changed(change: Change<R>): void
  /** Others took the place of all. */
  replaced(): void
}

/** Records in the order of their ids, and the indexes over them, which every change keeps up. */
export interface RecordList<R> {
  /** Another number after each change. */
  readonly version: number
  readonly size: number
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
  /** Adds one who is told of every change from now on. */
  watch(watcher: RecordWatcher<R>): void
}

export function createRecordList<R extends Identified>(): RecordList<R> {
  let list: Sorted<R> = { inOrder: [] }
  let version = 0
  const watchers: RecordWatcher<R>[] = []
  const all = () => readSorted(list, byId)
  const indexes = createRecordIndexes(all)

  /** Makes a change to the list and to the indexes. */
  function change(write: (list: Sorted<R>) => void, made: Change<R>): void {
    version += 1
    write(list)
    indexes.change(made)
    for (const watcher of watchers) watcher.changed(made)
  }

  return {
    get version() {
      return version
    },
    get size() {
      return countSorted(list)
    },
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
      for (const watcher of watchers) watcher.replaced()
    },
    watch: (watcher) => watchers.push(watcher),
  }
}

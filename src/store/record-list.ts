import { type Change, type IndexOf, RecordIndexes, type SharedIndexes } from './record-indexes.ts'
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

/** No list of its own for those that nobody watches. */
const nobody: readonly [] = []

/** Is told of what becomes of the records of a list. */
export interface RecordWatcher<R> {
  /** One came, went or was changed; told of what is taken back as well. */
  changed(change: Change<R>): void
  /** Others took the place of all. */
  replaced(): void
}

/** Records of a snapshot with what was made over them, which whoever goes on from it may use and add to. */
export type SharedRecords<R> = SharedIndexes<R>

/** Records in the order of their ids, and the indexes over them, which every change keeps up. */
export class RecordList<R extends Identified> {
  #list: Sorted<R> = { inOrder: [] }
  #version = 0
  #watchers: readonly RecordWatcher<R>[] = nobody
  readonly #indexes = new RecordIndexes<R>(() => this.all())

  /** Another number after each change. */
  get version(): number {
    return this.#version
  }

  get size(): number {
    return countSorted(this.#list)
  }

  get(id: number): R | undefined {
    return findSorted(this.#list, id)
  }

  /** By ascending id; not to be changed, nor kept over a write. */
  all(): readonly R[] {
    return readSorted(this.#list, byId)
  }

  /** The records whose key of an index is `key`, in the order of the index. */
  by(index: IndexOf<R>, key: unknown): readonly R[] {
    return this.#indexes.find(index, key)
  }

  put(record: R): void {
    putSorted(this.#list, record, byId)
    this.#changed({ previous: undefined, next: record })
  }

  take(record: R): void {
    takeSorted(this.#list, record)
    this.#changed({ previous: record, next: undefined })
  }

  /** Puts `next` where `previous` stands, which has the same id. */
  exchange(previous: R, next: R): void {
    exchangeSorted(this.#list, previous, next, byId)
    this.#changed({ previous, next })
  }

  /** The records as they are now, for good: the next change makes an array of its own. */
  share(): SharedRecords<R> {
    const records = this.all()
    this.#list = sharedSorted(records)
    return this.#indexes.share(records)
  }

  /** Puts shared records in the place of all, with the indexes that are there over them. */
  adopt(shared: SharedRecords<R>): void {
    this.#version += 1
    this.#list = sharedSorted(shared.records)
    this.#indexes.adopt(shared)
    for (const watcher of this.#watchers) watcher.replaced()
  }

  /** Adds one who is told of every change from now on. */
  watch(watcher: RecordWatcher<R>): void {
    this.#watchers = [...this.#watchers, watcher]
  }

  #changed(change: Change<R>): void {
    this.#version += 1
    this.#indexes.change(change)
    for (const watcher of this.#watchers) watcher.changed(change)
  }
}

import { Collection, Query } from '@msw/data'
import { TypedEvent } from 'rettime'
import type {
  Edit,
  Find,
  Found,
  Predicate,
  Schema,
  Selection,
  Stored,
  Strictness,
} from './library-types.ts'
import { createRecordIndexes, type Keys, type RecordIndexes } from './record-indexes.ts'
import { type Identified, insertSorted, positionOf } from './sorted.ts'

/** What a new record is made of; the id is the next of the collection where none is given. */
export type NewRecord<I> = Omit<I, 'id'> & { id?: number }

/** From here on a look at a whole collection costs less than as many removals. */
const manyRecords = 50

/** Where the ids of new records come from. Collections that share one share no id. */
export interface IdCounter {
  next: number
}

/** The records of a collection at one moment, with the id that the next record gets. */
export interface CollectionSnapshot {
  readonly records: readonly object[]
  readonly nextId: number
}

/**
 * A collection of @msw/data with what the library leaves to its users: synchronous writes, so that
 * an operation is one step that nothing interleaves; look-ups by id and by index instead of scans;
 * snapshots that copy references. The query API (`findMany`, `findFirst`, `create`, `update`,
 * `delete`, hooks) is the library's own and sees the same records.
 *
 * Records are kept in the order of their ids and frozen: an update replaces a record. So a
 * snapshot shares them, and a reader that holds one never sees it change.
 */
export class IndexedCollection<
  R extends Identified,
  I extends Identified,
  Name extends string = never,
> extends Collection<Schema<R, I>> {
  /** Called before each write with what takes it back; the store's transactions listen here. */
  onWrite: (undo: () => void) => void = () => {}
  readonly #model: Schema<R, I>
  readonly #indexes: RecordIndexes<R, Name>
  readonly #ids: IdCounter

  constructor(model: Schema<R, I>, keys: Keys<R, Name>, ids: IdCounter = { next: 1 }) {
    super({ schema: model })
    this.#model = model
    this.#indexes = createRecordIndexes(keys)
    this.#ids = ids
  }

  /** The record of an id. */
  get(id: number): R | undefined {
    const records = this.#records
    return records[positionOf(records, id)]
  }

  /** The records whose key of an index is `key`, by ascending id. Not to be kept over a write. */
  by(name: Name, key: unknown): readonly R[] {
    return this.#indexes.find(name, key, this.#records)
  }

  /** The first record whose key of an index is `key`. */
  one(name: Name, key: unknown): R | undefined {
    return this.by(name, key)[0]
  }

  /** Adds a record; throws a ZodError where the values do not fit the model. */
  insert(values: NewRecord<I>): R {
    const id = values.id ?? this.#ids.next
    if (this.get(id)) throw new Error(`A record with the id ${id} is there already.`)
    const record = Object.freeze(this.#model.parse({ ...values, id }))
    this.#ids.next = Math.max(this.#ids.next, id + 1)
    this.#emit('create', { record, initialValues: values })
    this.onWrite(() => this.#take(record))
    this.#put(record)
    return record
  }

  /** What the records are checked with. */
  get model(): Schema<R, I> {
    return this.#model
  }

  /** The id of the next record for which none is given. */
  get nextId(): number {
    return this.#ids.next
  }

  /** Keeps the ids before `next` for records that come with their own. */
  reserveIds(next: number): void {
    const before = this.#ids.next
    if (next <= before) return
    this.onWrite(() => {
      this.#ids.next = before
    })
    this.#ids.next = next
  }

  /** Replaces a record by one with some fields changed, and returns that. */
  replace(record: R, changes: Partial<I>): R {
    return this.#write(record, changes)
  }

  /** Takes a record out; a record that is gone already is no error. */
  remove(record: R): void {
    const present = this.get(record.id)
    if (!present) return
    this.#emit('delete', { deletedRecord: present })
    this.onWrite(() => this.#put(present))
    this.#take(present)
  }

  /** Takes records out: few one by one, many in one look at all of them, so that none costs more. */
  removeAll(records: readonly R[]): void {
    if (records.length < manyRecords) {
      for (const record of records.slice()) this.remove(record)
      return
    }
    const present = records.flatMap(({ id }) => this.get(id) ?? [])
    for (const deletedRecord of present) this.#emit('delete', { deletedRecord })
    this.onWrite(() => {
      for (const record of present) this.#put(record)
    })
    this.#takeAll(present)
  }

  snapshot(): CollectionSnapshot {
    return { records: this.#records.slice(), nextId: this.#ids.next }
  }

  restore({ records, nextId }: CollectionSnapshot): void {
    const present = this.#records
    present.length = 0
    for (const record of records) present.push(record as R)
    this.#ids.next = nextId
    this.#indexes.clear()
  }

  // The library's own verbs, in terms of the ones above, so that indexes and transactions hold.

  override async create(values: NewRecord<I>): Promise<Stored<R, I>> {
    return this.insert(values) as never
  }

  /** Of the library but for the cursor: records are found by their ids, it looks for a hidden key. */
  override findMany(predicate?: Find<R, I>[0], options: Find<R, I>[1] = {}): Stored<R, I>[] {
    const { cursor, ...rest } = options
    if (!cursor) return super.findMany(predicate, options)
    if (!this.get(cursor.id)) return []
    const isBackwards = (options.take ?? 0) < 0
    const query = typeof predicate === 'function' ? predicate(new Query()) : predicate
    return super.findMany(
      (query ?? new Query<R>(() => true)).where((record: R) =>
        isBackwards ? record.id <= cursor.id : record.id >= cursor.id,
      ),
      rest,
    )
  }

  override async update<Strict extends boolean>(
    predicate: Predicate<R, I>,
    { data, strict }: Edit<R, I, Strict>,
  ): Promise<Found<R, I, Strict>> {
    const [record] = this.#findAll(predicate, strict)
    return (record && (await this.#edit(record, data))) as never
  }

  override async updateMany(
    predicate: Selection<R, I>,
    { data, strict }: Edit<R, I, boolean>,
  ): Promise<Stored<R, I>[]> {
    const edited = this.#findAll(predicate, strict).map((record) => this.#edit(record, data))
    return (await Promise.all(edited)) as never
  }

  override delete<Strict extends boolean>(
    predicate: Predicate<R, I>,
    { strict }: Strictness<Strict> = {},
  ): Found<R, I, Strict> {
    const [record] = this.#findAll(predicate, strict)
    if (record) this.remove(record)
    return record as never
  }

  override deleteMany(
    predicate: Selection<R, I>,
    { strict }: Strictness<boolean> = {},
  ): Stored<R, I>[] {
    const records = this.#findAll(predicate, strict)
    this.removeAll(records)
    return records as never
  }

  override clear(): void {
    this.removeAll(this.#records)
  }

  get #records(): R[] {
    return this.all()
  }

  #findAll(predicate: Predicate<R, I>, isStrict = false): R[] {
    const found =
      typeof predicate === 'function' || predicate instanceof Query
        ? this.findMany(predicate as never)
        : [this.get(predicate.id)].filter((record) => record !== undefined)
    if (isStrict && found.length === 0) throw new Error('No record matches the strict query.')
    return found
  }

  /** Waits only where `data` does: an edit that waits for nothing is one step. */
  async #edit(record: R, data: Edit<R, I, boolean>['data']): Promise<R> {
    const draft = structuredClone(record)
    const edited = data(draft as never)
    if (edited instanceof Promise) await edited
    return this.#write(record, draft)
  }

  #write(record: R, changes: object): R {
    const previous = this.get(record.id)
    if (!previous) throw new Error(`There is no record with the id ${record.id} to change.`)
    const next = Object.freeze(this.#model.parse({ ...previous, ...changes, id: previous.id }))
    this.#announce(previous, next)
    this.onWrite(() => this.#exchange(next, previous))
    this.#exchange(previous, next)
    return next
  }

  /** An event for each field that differs, as the library has it. */
  #announce(previous: R, next: R): void {
    if (this.hooks.listenerCount('update') === 0) return
    for (const key of Object.keys(next) as (keyof R)[]) {
      const [prevValue, nextValue] = [previous[key], next[key]]
      if (JSON.stringify(prevValue) === JSON.stringify(nextValue)) continue
      const change = { path: [key], prevValue, nextValue }
      this.#emit('update', { prevRecord: previous, nextRecord: next, ...change })
    }
  }

  #put(record: R): void {
    insertSorted(this.#records, record)
    this.#indexes.file(record)
  }

  #take(record: R): void {
    const records = this.#records
    records.splice(positionOf(records, record.id), 1)
    this.#indexes.unfile(record)
  }

  #takeAll(taken: readonly R[]): void {
    const ids = new Set(taken.map(({ id }) => id))
    const left = this.#records.filter(({ id }) => !ids.has(id))
    this.#records.length = 0
    for (const record of left) this.#records.push(record)
    this.#indexes.unfileAll(taken)
  }

  #exchange(previous: R, next: R): void {
    const records = this.#records
    records[positionOf(records, previous.id)] = next
    this.#indexes.exchange(previous, next)
  }

  #emit(type: 'create' | 'update' | 'delete', data: object): void {
    if (this.hooks.listenerCount(type) > 0) this.hooks.emit(new TypedEvent(type, { data }) as never)
  }
}

import { Collection, Query } from '@msw/data'
import { isPromise } from '../shared/awaitable.ts'
import { type CollectionGuard, noGuard } from './collection-guard.ts'
import {
  type CollectionOptions,
  type CollectionSnapshot,
  type IdCounter,
  indexesOf,
  type NewRecord,
} from './collection-parts.ts'
import { freezeDeep } from './freeze.ts'
import type {
  Edit,
  Find,
  FindFirst,
  Found,
  Predicate,
  Schema,
  Selection,
  Stored,
  Strictness,
} from './library-types.ts'
import { readChanges, readRecord } from './model-reader.ts'
import { tellOf, tellOfChange } from './record-events.ts'
import type { IndexOf, KeyOf, Keys, Orders } from './record-indexes.ts'
import { RecordList, type RecordWatcher, type SharedRecords } from './record-list.ts'
import { byId, type Identified } from './sorted.ts'

/** zod compiles a model when it is first used, which takes as long as reading so many records without. */
const fewRecords = 50

/**
 * A collection of @msw/data with what the library leaves to its users: synchronous writes, so that
 * an operation is one step that nothing interleaves; look-ups by id and by index instead of scans;
 * snapshots that copy references. The query API (`findMany`, `findFirst`, `create`, `update`,
 * `delete`, hooks) is the library's own and sees the same records.
 *
 * Records are kept in the order of their ids and frozen to the bottom (but for the bytes of
 * artifacts, which JavaScript cannot freeze): an update replaces a record. So a snapshot shares
 * them, and a reader that holds one never sees it change.
 */
export class IndexedCollection<
  R extends Identified,
  I extends Identified,
  Name extends string = never,
  OrderName extends string = never,
> extends Collection<Schema<R, I>> {
  /** Called before each write with what takes it back; the store's transactions listen here. */
  onWrite: (undo: () => void) => void = () => {}
  guard: CollectionGuard<R> = noGuard
  readonly #model: Schema<R, I>
  readonly #list: RecordList<R>
  readonly #keys: Keys<R, Name>
  readonly #orders: Orders<R, OrderName> | undefined
  readonly #ids: IdCounter
  /** The version of the records that the library's array holds. */
  #shown = 0

  constructor(
    model: Schema<R, I>,
    keys: Keys<R, Name>,
    options: CollectionOptions<R, OrderName> = {},
  ) {
    super({ schema: model })
    this.#model = model
    this.#list = new RecordList()
    this.#keys = keys
    this.#orders = options.orders
    this.#ids = options.ids ?? { next: 1 }
  }

  /** All records by ascending id; a suite gets an array of its own. */
  override all(): Stored<R, I>[] {
    const records = this.#list.all()
    return (this.guard.isSuiteAtWork() ? records.slice() : records) as Stored<R, I>[]
  }

  override count(): number {
    return this.#list.size
  }

  /** Another number after each write. */
  get version(): number {
    return this.#list.version
  }

  /** The record of an id. */
  get(id: number): R | undefined {
    return this.#list.get(id)
  }

  /**
   * The records whose key of an index is `key`, by ascending id or in an order of the collection. Not to
   * be kept over a write.
   * @example
   * forge.db.issues.by('project_id', 1)
   * forge.db.issues.by('project_id', 1, 'updated_at')
   */
  by(name: Name, key: unknown, order?: OrderName): readonly R[] {
    const found = this.#list.by(this.#indexOf(name, order), key)
    return this.guard.isSuiteAtWork() ? found.slice() : found
  }

  /** All records in an order of the collection. Not to be kept over a write. */
  inOrder(order: OrderName): readonly R[] {
    return this.#list.by(
      { name: `all by ${order}`, keyOf: () => true, order: this.#orders?.[order] ?? byId },
      true,
    )
  }

  /** Another record with the same key as `record`, if there is one; the index is kept by its name. */
  twinOf(record: R, name: string, keyOf: KeyOf<R>): R | undefined {
    const found = this.#list.by({ name, keyOf, order: byId }, keyOf(record))
    return found.find(({ id }) => id !== record.id)
  }

  #indexOf(name: Name, order: OrderName | undefined): IndexOf<R> {
    const keyOf = this.#keys[name]
    if (order === undefined) return { name, keyOf, order: byId }
    return { name: `${name} by ${order}`, keyOf, order: this.#orders?.[order] ?? byId }
  }

  /** The first record whose key of an index is `key`. */
  one(name: Name, key: unknown): R | undefined {
    return this.by(name, key)[0]
  }

  /**
   * Adds a record.
   * @throws ZodError where the values do not fit the model.
   * @throws Error where the id is taken; for a suite also where a unique key is, and where the
   * record names one that is not there. Nothing is written then.
   */
  insert(values: NewRecord<I>): R {
    const id = values.id ?? this.#ids.next
    if (this.get(id)) {
      throw new Error(`${this.guard.name}: a record with the id ${id} is there already`)
    }
    const jitless = this.#list.size < fewRecords
    const record = readRecord(this.#model, { ...values, id }, this.guard.name, { jitless })
    if (this.guard.isSuiteAtWork()) this.guard.check(record, undefined)
    tellOf(this.hooks, 'create', { record, initialValues: values })
    const { next } = this.#ids
    this.onWrite(() => {
      this.#list.take(record)
      this.#ids.next = next
    })
    this.#ids.next = Math.max(next, id + 1)
    this.#list.put(record)
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
    this.onWrite(() => (this.#ids.next = before))
    this.#ids.next = next
  }

  /**
   * Replaces a record by one with some fields changed, and returns that.
   * @throws ZodError where the changes do not fit the model.
   * @throws Error where the record is gone; for a suite also as `insert` does.
   */
  replace(record: R, changes: Partial<I>): R {
    return this.#write(record, changes)
  }

  /** Makes the same changes to records, and checks them once. */
  replaceAll(records: readonly R[], changes: Partial<I>): void {
    for (const [previous, next] of this.#successors(records, changes)) {
      this.#exchange(previous, next)
    }
  }

  /** Takes a record out; a record that is gone already is no error. */
  remove(record: R): void {
    const present = this.get(record.id)
    if (!present) return
    tellOf(this.hooks, 'delete', { deletedRecord: present })
    this.onWrite(() => this.#list.put(present))
    this.#list.take(present)
  }

  /** Takes records out; those that are gone already are no error. */
  removeAll(records: readonly R[]): void {
    for (const record of records.slice()) this.remove(record)
  }

  snapshot(): CollectionSnapshot {
    const shared = this.#list.share()
    return { records: shared.records, nextId: this.#ids.next, [indexesOf]: shared }
  }

  /** Puts the records of a snapshot in the place of all. */
  restore(snapshot: CollectionSnapshot): void {
    const before = this.snapshot()
    this.onWrite(() => this.adopt(before))
    this.adopt(snapshot)
  }

  /** As `restore`, where nobody is to hear of it. */
  adopt(snapshot: CollectionSnapshot): void {
    const records = snapshot.records as readonly R[]
    const shared = snapshot[indexesOf] as SharedRecords<R> | undefined
    this.#list.adopt(shared ?? { records, built: new Map() })
    this.#ids.next = snapshot.nextId
  }

  /** Adds one who is told of every change of the records from now on, those of a restore and an undo too. */
  watch(watcher: RecordWatcher<R>): void {
    this.#list.watch(watcher)
  }

  // The library's own verbs, in terms of the ones above, so that indexes and transactions hold.

  override async create(values: NewRecord<I>): Promise<Stored<R, I>> {
    return this.insert(values) as never
  }

  override async createMany(
    count: number,
    valuesOf: (index: number) => NewRecord<I>,
  ): Promise<Stored<R, I>[]> {
    const indexes = Array.from({ length: count }, (_, index) => index)
    return this.guard.atomically(() =>
      indexes.map((index) => this.insert(valuesOf(index))),
    ) as never
  }

  /** Of the library but for the cursor: records are found by their ids, it looks for a hidden key. */
  override findMany(predicate?: Find<R, I>[0], options: Find<R, I>[1] = {}): Stored<R, I>[] {
    this.#showRecords()
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

  override findFirst<Strict extends boolean>(
    predicate?: FindFirst<R, I>[0],
    options?: Strictness<Strict>,
  ): Found<R, I, Strict> {
    this.#showRecords()
    return super.findFirst(predicate, options) as never
  }

  override async update<Strict extends boolean>(
    predicate: Predicate<R, I>,
    { data, strict }: Edit<R, I, Strict>,
  ): Promise<Found<R, I, Strict>> {
    const [record] = this.#findAll(predicate, strict)
    return (record && (await this.#edit([record], data))[0]) as never
  }

  override async updateMany(
    predicate: Selection<R, I>,
    { data, strict }: Edit<R, I, boolean>,
  ): Promise<Stored<R, I>[]> {
    return (await this.#edit(this.#findAll(predicate, strict), data)) as never
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
    this.removeAll(this.#list.all())
  }

  /** Queries of the library read an array of its own, which is brought up to date for them. */
  #showRecords(): void {
    if (this.#shown === this.#list.version) return
    const shown = super.all()
    shown.length = 0
    for (const record of this.#list.all()) shown.push(record as Stored<R, I>)
    this.#shown = this.#list.version
  }

  #findAll(predicate: Predicate<R, I>, isStrict = false): R[] {
    const found =
      typeof predicate === 'function' || predicate instanceof Query
        ? this.findMany(predicate as never)
        : [this.get(predicate.id)].filter((record) => record !== undefined)
    if (isStrict && found.length === 0) throw new Error('No record matches the strict query.')
    return found
  }

  /** All or none. Waits only where `data` does: an edit that waits for nothing is one step. */
  async #edit(records: readonly R[], data: Edit<R, I, boolean>['data']): Promise<R[]> {
    const drafts = records.map((record) => ({ record, draft: structuredClone(record) }))
    const edited: unknown[] = drafts.map(({ draft }) => data(draft as never))
    if (edited.some(isPromise)) await Promise.all(edited)
    return this.guard.atomically(() =>
      drafts.map(({ record, draft }) => this.#write(record, draft)),
    )
  }

  #write(record: R, changes: object): R {
    const [previous, next] = this.#successor(record, changes)
    this.#exchange(previous, next)
    return next
  }

  #exchange(previous: R, next: R): void {
    tellOfChange(this.hooks, previous, next)
    this.onWrite(() => this.#list.exchange(next, previous))
    this.#list.exchange(previous, next)
  }

  /** A record as it is, and as it will be with some changes; nothing is written. */
  #successor(record: R, changes: object): readonly [previous: R, next: R] {
    const previous = this.get(record.id)
    if (!previous) {
      throw new Error(`${this.guard.name}: there is no record with the id ${record.id} to change`)
    }
    const changed = readChanges(this.#model, previous, changes, this.guard.name)
    const next = Object.freeze({ ...previous, ...changed, id: previous.id })
    if (this.guard.isSuiteAtWork()) this.guard.check(next, previous)
    return [previous, next]
  }

  /** As `#successor` for each: what one model makes of the same changes is the same for all. */
  #successors(records: readonly R[], changes: object): (readonly [previous: R, next: R])[] {
    const [first] = records
    if (!first || this.guard.isSuiteAtWork()) {
      return records.map((record) => this.#successor(record, changes))
    }
    const [, checked] = this.#successor(first, changes)
    const names = Object.keys(changes).filter((name) => name !== 'id')
    const fields = Object.fromEntries(names.map((name) => [name, Reflect.get(checked, name)]))
    return records.map((record) => {
      const previous = this.get(record.id)
      return previous
        ? [previous, freezeDeep({ ...previous, ...fields })]
        : this.#successor(record, changes)
    })
  }
}

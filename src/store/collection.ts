import { Collection, Query } from '@msw/data'
import { TypedEvent } from 'rettime'
import { isPromise } from '../shared/awaitable.ts'
import type { Schema } from './model-reader.ts'
import type { Identified } from './record-index.ts'
import type { NewRecord, Table } from './table.ts'

// The types of the methods of @msw/data for records `R`, parsed from values `I`.
type Library<R, I> = Collection<Schema<R, I>>
type Stored<R, I> = ReturnType<Library<R, I>['all']>[number]
type Found<R, I, Strict> = Strict extends true ? Stored<R, I> : Stored<R, I> | undefined
type Selection<R, I> = Parameters<Library<R, I>['updateMany']>[0]
type Predicate<R, I> = Parameters<Library<R, I>['update']>[0]
type Strictness<Strict> = { strict?: Strict }
type Edit<R, I, Strict> = Strictness<Strict> & Pick<Parameters<Library<R, I>['update']>[1], 'data'>
type Find<R, I> = Parameters<Library<R, I>['findMany']>
type FindFirst<R, I> = Parameters<Library<R, I>['findFirst']>
type Draft<R, I> = Parameters<Edit<R, I, boolean>['data']>[0]

/** The checks of a suite's writes, and their rollback. */
export interface WriteGuard<R> {
  /** Throws where `next` must not be written; `previous` is undefined for a new record. */
  readonly check: (next: R, previous?: R) => void
  /** Runs a step, and rolls back all its writes where it throws. */
  readonly atomically: <T>(step: () => T) => T
}

/**
 * A table as suites see it, for example `forge.db.issues`: the query API of @msw/data (`findMany`, `findFirst`,
 * `create`, `update`, `delete`, hooks), look-ups by id and by index, and synchronous writes. Writes are checked, and
 * callers own the arrays that they get.
 */
export class TableCollection<
  R extends Identified,
  I extends Identified,
  Name extends string = never,
  OrderName extends string = never,
> extends Collection<Schema<R, I>> {
  readonly #table: Table<R, I, Name, OrderName>
  readonly #guard: WriteGuard<R>
  /** The version of the table that the array of the library reflects. */
  #shown = 0

  constructor(table: Table<R, I, Name, OrderName>, guard: WriteGuard<R>) {
    super({ schema: table.model })
    this.#table = table
    this.#guard = guard
    table.writeListener = {
      creating: (record, initialValues) => this.#emitCreation(record, initialValues),
      changing: (previous, next) => this.#emitChange(previous, next),
      removing: (record) => this.#emitRemoval(record),
    }
  }

  /** All records by ascending id. */
  override all(): Stored<R, I>[] {
    return this.#table.all().map(stored<R, I>)
  }

  override count(): number {
    return this.#table.count()
  }

  /** Returns the record with an id. */
  get(id: number): R | undefined {
    return this.#table.get(id)
  }

  /**
   * Returns the records with a key of an index, by ascending id or in an order of the collection.
   * @example
   * forge.db.issues.by('project_id', 1)
   * forge.db.issues.by('project_id', 1, 'updated_at')
   */
  by(name: Name, key: unknown, order?: OrderName): readonly R[] {
    return this.#table.by(name, key, order).slice()
  }

  /** Returns the first record with a key of an index. */
  one(name: Name, key: unknown): R | undefined {
    return this.#table.one(name, key)
  }

  /**
   * Adds a record.
   * @throws ZodError where the values do not match the model.
   * @throws Error where the id or a unique key is taken, or a reference has no target. Nothing is written then.
   */
  insert(values: NewRecord<I>): R {
    return this.#table.insertChecked(values, this.#guard.check)
  }

  /**
   * Replaces a record by one with some fields changed, and returns the new one.
   * @throws ZodError where the changes do not match the model.
   * @throws Error where the record does not exist any more, and as `insert` does.
   */
  replace(record: R, changes: Partial<I>): R {
    return this.#table.replace(record, this.#table.readChanges(record, changes), this.#guard.check)
  }

  /** Removes a record; does nothing where it is gone already. */
  remove(record: R): void {
    this.#table.remove(record)
  }

  /** Removes records, ignoring those that are gone already. */
  removeAll(records: readonly R[]): void {
    this.#table.removeAll(records)
  }

  // The methods of the library are implemented by those above, so that indexes and transactions apply.

  override async create(values: NewRecord<I>): Promise<Stored<R, I>> {
    return stored<R, I>(this.insert(values))
  }

  override async createMany(
    count: number,
    valuesOf: (index: number) => NewRecord<I>,
  ): Promise<Stored<R, I>[]> {
    const indexes = Array.from({ length: count }, (_, index) => index)
    return this.#guard.atomically(() =>
      indexes.map((index) => stored<R, I>(this.insert(valuesOf(index)))),
    )
  }

  /** Implements the cursor itself, since the library finds its record by a hidden key that records here lack. */
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
    return super.findFirst(predicate, options)
  }

  override async update<Strict extends boolean>(
    predicate: Predicate<R, I>,
    { data, strict }: Edit<R, I, Strict>,
  ): Promise<Found<R, I, Strict>> {
    const [record] = this.#findAll(predicate, strict)
    const [edited] = record ? await this.#edit([record], data) : []
    return foundBy<R, I, Strict>(edited)
  }

  override async updateMany(
    predicate: Selection<R, I>,
    { data, strict }: Edit<R, I, boolean>,
  ): Promise<Stored<R, I>[]> {
    const edited = await this.#edit(this.#findAll(predicate, strict), data)
    return edited.map(stored<R, I>)
  }

  override delete<Strict extends boolean>(
    predicate: Predicate<R, I>,
    { strict }: Strictness<Strict> = {},
  ): Found<R, I, Strict> {
    const [record] = this.#findAll(predicate, strict)
    if (record) this.remove(record)
    return foundBy<R, I, Strict>(record)
  }

  override deleteMany(
    predicate: Selection<R, I>,
    { strict }: Strictness<boolean> = {},
  ): Stored<R, I>[] {
    const records = this.#findAll(predicate, strict)
    this.removeAll(records)
    return records.map(stored<R, I>)
  }

  override clear(): void {
    this.removeAll(this.#table.all())
  }

  /** Updates the array that the queries of the library read. */
  #showRecords(): void {
    if (this.#shown === this.#table.version) return
    const shown = super.all()
    shown.length = 0
    for (const record of this.#table.all()) shown.push(stored<R, I>(record))
    this.#shown = this.#table.version
  }

  #findAll(predicate: Predicate<R, I>, isStrict = false): R[] {
    const found = isSelection(predicate)
      ? this.findMany(predicate)
      : [this.get(predicate.id)].filter((record) => record !== undefined)
    if (isStrict && found.length === 0) throw new Error('No record matches the strict query.')
    return found
  }

  /** Edits all records or none. Awaits only where `data` returns a promise, so that a synchronous edit is one step. */
  async #edit(records: readonly R[], data: Edit<R, I, boolean>['data']): Promise<R[]> {
    const drafts = records.map((record) => ({ record, draft: structuredClone(record) }))
    const edited: unknown[] = drafts.map(({ draft }) => data(draft as Draft<R, I>))
    if (edited.some(isPromise)) await Promise.all(edited)
    return this.#guard.atomically(() =>
      drafts.map(({ record, draft }) => this.#table.replace(record, draft, this.#guard.check)),
    )
  }

  #emitCreation(record: R, initialValues: object): void {
    if (this.hooks.listenerCount('create') === 0) return
    const data = { record: stored<R, I>(record), initialValues: initialValues as I }
    this.hooks.emit(new TypedEvent('create', { data }))
  }

  /** Emits an event for each changed field, as the library does. */
  #emitChange(previous: R, next: R): void {
    if (this.hooks.listenerCount('update') === 0) return
    const [prevRecord, nextRecord] = [stored<R, I>(previous), stored<R, I>(next)]
    for (const key of Object.keys(next) as (keyof R & string)[]) {
      const [prevValue, nextValue] = [previous[key], next[key]]
      if (JSON.stringify(prevValue) === JSON.stringify(nextValue)) continue
      const data = { prevRecord, nextRecord, path: [key], prevValue, nextValue }
      this.hooks.emit(new TypedEvent('update', { data }))
    }
  }

  #emitRemoval(record: R): void {
    if (this.hooks.listenerCount('delete') === 0) return
    const data = { deletedRecord: stored<R, I>(record) }
    this.hooks.emit(new TypedEvent('delete', { data }))
  }
}

function isSelection<R, I>(predicate: Predicate<R, I>): predicate is Selection<R, I> {
  return typeof predicate === 'function' || predicate instanceof Query
}

/** Casts to the library's type of a record. Its two symbols are read only by methods that are overridden here. */
function stored<R, I>(record: R): Stored<R, I> {
  return record as Stored<R, I>
}

/** Casts to the result of a query, since a strict query throws where there is no record. */
function foundBy<R, I, Strict>(record: R | undefined): Found<R, I, Strict> {
  return record as Found<R, I, Strict>
}

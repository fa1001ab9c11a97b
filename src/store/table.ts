import { freezeDeep } from './freeze.ts'
import {
  type Defaults,
  defaultsOf,
  readChanges,
  readRecord,
  type Schema,
  withFields,
} from './model-reader.ts'
import {
  byId,
  type Change,
  type Identified,
  type IndexOf,
  indexesOver,
  type KeyOf,
  type Order,
  RecordIndexes,
  type SharedIndexes,
} from './record-index.ts'

/** The values of a new record from outside. Without an id it gets the next one of the table. */
export type NewRecord<I> = Omit<I, 'id'> & { id?: number }

/** The values of a new record that the forge writes itself. Top-level fields with a default may be left out. */
type WholeFields<R, I> = NewRecord<{ [Field in keyof I]: Field extends keyof R ? R[Field] : never }>

/** The source of ids for new records. Tables that share a counter never use the same id. */
export interface IdCounter {
  next: number
}

/** The definition of a table: the model of its records, the keys of its indexes, and the orders of its lists. */
export interface TableDefinition<
  R extends Identified,
  I extends Identified,
  Name extends string,
  OrderName extends string,
> {
  readonly model: Schema<R, I>
  readonly defaults: Defaults
  /** The names of the indexes of a key, by their order. */
  readonly indexes: Readonly<Record<Name | 'all', Readonly<Record<OrderName | 'id', IndexOf<R>>>>>
  /** Makes an empty table of this definition. */
  create(name: string, ids: IdCounter): Table<R, I, Name, OrderName>
}

/** Defines a table; `orders` are those besides the order of ids. */
export function defineTable<
  R extends Identified,
  I extends Identified,
  Name extends string,
  OrderName extends string = never,
>(
  model: Schema<R, I>,
  keys: Readonly<Record<Name, KeyOf<R>>>,
  orders = {} as Readonly<Record<OrderName, Order<R>>>,
): TableDefinition<R, I, Name, OrderName> {
  const definition: TableDefinition<R, I, Name, OrderName> = {
    model,
    defaults: defaultsOf(model),
    indexes: indexesOf<R, Name | 'all', OrderName | 'id'>(
      { ...keys, all: () => true },
      { ...orders, id: byId },
    ),
    create: (name, ids) => new Table(definition, name, ids),
  }
  return definition
}

/** Concatenates the names of indexes once, instead of at each look-up. */
function indexesOf<R, Name extends string, OrderName extends string>(
  keys: Readonly<Record<Name, KeyOf<R>>>,
  orders: Readonly<Record<OrderName, Order<R>>>,
): Readonly<Record<Name, Readonly<Record<OrderName, IndexOf<R>>>>> {
  return mapFields(keys, (keyOf, name) =>
    mapFields(orders, (order, by) => ({ name: `${name} by ${by}`, keyOf, order })),
  )
}

function mapFields<Name extends string, Value, Mapped>(
  fields: Readonly<Record<Name, Value>>,
  map: (value: Value, name: string) => Mapped,
): Record<Name, Mapped> {
  const mapped = Object.entries<Value>(fields).map(([name, value]) => [name, map(value, name)])
  return Object.fromEntries(mapped)
}

/** The key of a snapshot's indexes: a symbol, since they are not part of its content. */
const indexes = Symbol('indexes')

/** The records of a table at one time, with the id of the next record. */
export interface TableSnapshot {
  readonly records: readonly object[]
  readonly nextId: number
  readonly [indexes]?: unknown
}

/** A watcher of the changes of a table. */
export interface TableWatcher<R> {
  /** A record was added, removed or replaced, by a write or a rollback. */
  changed(change: Change<R>): void
  /** All records were replaced, by a restore. */
  replaced(): void
}

/** A check before a write, which prevents it by throwing. */
export interface WriteListener<R> {
  creating(record: R, values: object): void
  changing(previous: R, next: R): void
  removing(record: R): void
}

/**
 * The records of an entity, in the order of their ids. Records are deeply frozen (but for the bytes of artifacts,
 * which JavaScript cannot freeze), and a change replaces the record: snapshots can share them, and a record never
 * changes under its reader. Writes are synchronous, so that operations do not interleave.
 */
export class Table<
  R extends Identified,
  I extends Identified,
  Name extends string = never,
  OrderName extends string = never,
> {
  /** The name in error messages. */
  readonly name: string
  readonly model: Schema<R, I>
  /** Called before each write with the function that undoes it; the store's transactions set it. */
  onWrite: (undo: () => void) => void = () => {}
  writeListener: WriteListener<R> | undefined
  readonly #definition: TableDefinition<R, I, Name, OrderName>
  readonly #records = new RecordIndexes<R>()
  readonly #ids: IdCounter
  #watchers: readonly TableWatcher<R>[] = noWatchers
  #version = 0

  constructor(
    definition: TableDefinition<R, I, Name, OrderName>,
    name = 'the collection',
    ids: IdCounter = { next: 1 },
  ) {
    this.name = name
    this.model = definition.model
    this.#definition = definition
    this.#ids = ids
  }

  /** All records by ascending id. Callers must not change the array, nor keep it across a write. */
  all(): readonly R[] {
    return this.#records.all()
  }

  count(): number {
    return this.#records.all().length
  }

  /** A number that changes with each write. */
  get version(): number {
    return this.#version
  }

  /** The id of the next record that has none of its own. */
  get nextId(): number {
    return this.#ids.next
  }

  /** The record with an id. */
  get(id: number): R | undefined {
    return this.#records.get(id)
  }

  /** The records with a key of an index, by ascending id or in an order of the table. */
  by(name: Name, key: unknown, order?: OrderName): readonly R[] {
    return this.#records.find(this.#definition.indexes[name][order ?? 'id'], key)
  }

  /** The first record with a key of an index. */
  one(name: Name, key: unknown): R | undefined {
    return this.by(name, key)[0]
  }

  /** All records in an order of the table. */
  inOrder(order: OrderName): readonly R[] {
    return this.#records.find(this.#definition.indexes.all[order], true)
  }

  /** Finds another record with the same key as `record`. The index is built on first use and kept under its name. */
  twinOf(record: R, name: string, keyOf: KeyOf<R>): R | undefined {
    const found = this.#records.find({ name, keyOf, order: byId }, keyOf(record))
    return found.find(({ id }) => id !== record.id)
  }

  /**
   * Reads changes from outside by the model.
   * @throws ZodError where they do not match it.
   */
  readChanges(record: R, changes: Partial<I>): Partial<R> {
    return readChanges(this.model, this.#present(record), changes, this.name)
  }

  /**
   * Adds a record that the forge itself writes.
   * @throws Error where the id is taken.
   */
  insert(values: WholeFields<R, I>): R {
    const { defaults } = this.#definition
    return this.#add(withFields(defaults, defaults, values, this.#freeId(values)), values)
  }

  /**
   * Adds a record from outside, read by the model; `check` throws where it must not be written.
   * @throws ZodError where the values do not match the model.
   * @throws Error where the id is taken.
   */
  insertChecked(values: NewRecord<I>, check?: (record: R) => void): R {
    return this.#addRead({ ...values, id: this.#freeId(values) }, values, check)
  }

  /**
   * The same for untyped values, such as those of an exported record.
   * @throws ZodError where the values do not match the model.
   * @throws Error where the id is taken.
   */
  insertUnknown(values: Readonly<Record<string, unknown>>): R {
    const { id } = values
    if (typeof id === 'number') this.#freeId({ id })
    return this.#addRead(values, values)
  }

  #addRead(whole: object, values: object, check?: (record: R) => void): R {
    const record = freezeDeep(readRecord(this.model, whole, this.name))
    check?.(record)
    return this.#add(record, values)
  }

  /** Reserves the ids before `next` for records that bring their own. */
  reserveIds(next: number): void {
    const before = this.#ids.next
    if (next <= before) return
    this.onWrite(() => (this.#ids.next = before))
    this.#ids.next = next
  }

  /**
   * Replaces a record by one with some fields changed, and returns the new one; `check` throws where it must not be
   * written.
   * @throws Error where the record does not exist any more.
   */
  replace(record: R, changes: Partial<R>, check?: (next: R, previous: R) => void): R {
    const previous = this.#present(record)
    const next = this.#changed(previous, changes)
    check?.(next, previous)
    this.writeListener?.changing(previous, next)
    this.#write([{ previous, next }])
    return next
  }

  /** Makes the same changes to several records. */
  replaceAll(records: readonly R[], changes: Partial<R>): void {
    if (records.length === 0) return
    const written = [...new Set(records.map((record) => this.#present(record)))].map(
      (previous) => ({ previous, next: this.#changed(previous, changes) }),
    )
    for (const { previous, next } of written) this.writeListener?.changing(previous, next)
    this.#write(written)
  }

  /** Removes a record; does nothing where it is gone already. */
  remove(record: R): void {
    this.removeAll([record])
  }

  /** Removes records, ignoring those that are gone already. */
  removeAll(records: readonly R[]): void {
    const present = [...new Set(records.flatMap(({ id }) => this.get(id) ?? []))]
    if (present.length === 0) return
    for (const record of present) this.writeListener?.removing(record)
    this.#write(present.map((previous) => ({ previous, next: undefined })))
  }

  snapshot(): TableSnapshot {
    return {
      records: this.#records.all(),
      nextId: this.#ids.next,
      [indexes]: this.#records.share(),
    }
  }

  /** Replaces all records by those of a snapshot. This is no part of a transaction, and is never rolled back. */
  restore(snapshot: TableSnapshot): void {
    const records = snapshot.records as readonly R[]
    const shared = snapshot[indexes] as SharedIndexes<R> | undefined
    this.#records.adopt(shared ?? indexesOver(records))
    this.#ids.next = snapshot.nextId
    this.#version += 1
    for (const watcher of this.#watchers) watcher.replaced()
  }

  /** Adds a watcher, which is called for every change from now on, including restores and rollbacks. */
  watch(watcher: TableWatcher<R>): void {
    this.#watchers = [...this.#watchers, watcher]
  }

  /** Takes the id of the values, else the next one. */
  #freeId({ id = this.#ids.next }: { readonly id?: number | undefined }): number {
    if (!this.get(id)) return id
    throw new Error(`${this.name}: a record with the id ${id} is there already`)
  }

  #add(record: R, values: object): R {
    this.writeListener?.creating(record, values)
    const { next } = this.#ids
    this.#write([{ previous: undefined, next: record }], () => (this.#ids.next = next))
    this.#ids.next = Math.max(next, record.id + 1)
    return record
  }

  #present({ id }: R): R {
    const present = this.get(id)
    if (present) return present
    throw new Error(`${this.name}: there is no record with the id ${id} to change`)
  }

  #changed(previous: R, changes: Partial<R>): R {
    return withFields(this.#definition.defaults, previous, changes, previous.id)
  }

  #write(changes: readonly Change<R>[], afterUndo?: () => void): void {
    this.onWrite(() => {
      this.#change(changes.map(({ previous, next }) => ({ previous: next, next: previous })))
      afterUndo?.()
    })
    this.#change(changes)
  }

  #change(changes: readonly Change<R>[]): void {
    this.#version += 1
    this.#records.change(changes)
    for (const watcher of this.#watchers) for (const change of changes) watcher.changed(change)
  }
}

/** Shared by all tables without watchers. */
const noWatchers: readonly never[] = []

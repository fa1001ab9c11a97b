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

/** What a new record is made of; the id is the next of the table where none is given. */
export type NewRecord<I> = Omit<I, 'id'> & { id?: number }

/** The same of what the forge writes itself: fields that have a default may be left out, none within them. */
type WholeFields<R, I> = NewRecord<{ [Field in keyof I]: Field extends keyof R ? R[Field] : never }>

/** Where the ids of new records come from. Tables that share one share no id. */
export interface IdCounter {
  next: number
}

/** What a table holds: records of a model, the keys that they are looked up by, and the orders they are listed in. */
export interface TableDefinition<
  R extends Identified,
  I extends Identified,
  Name extends string,
  OrderName extends string,
> {
  readonly model: Schema<R, I>
  readonly defaults: Defaults
  /** The indexes of a key, by their order. */
  readonly indexes: Readonly<Record<Name | 'all', Readonly<Record<OrderName | 'id', IndexOf<R>>>>>
  /** Makes such a table, without records. */
  create(name: string, ids: IdCounter): Table<R, I, Name, OrderName>
}

/** Says what a table holds; `orders` are those beside the order of their ids. */
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

/** Once for all tables: their names are put together here, and not at each look-up. */
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

/** The indexes of a snapshot. A symbol, as they are no part of what a snapshot holds. */
const indexes = Symbol('indexes')

/** The records of a table at one time, with the id that the next record gets. */
export interface TableSnapshot {
  readonly records: readonly object[]
  readonly nextId: number
  readonly [indexes]?: unknown
}

/** Is notified of what becomes of the records of a table. */
export interface TableWatcher<R> {
  /** One came, went or was changed; of what is taken back as well. */
  changed(change: Change<R>): void
  /** Others took the place of all. */
  replaced(): void
}

/** Is asked before a write, and stops it by throwing. */
export interface WriteListener<R> {
  creating(record: R, values: object): void
  changing(previous: R, next: R): void
  removing(record: R): void
}

/**
 * The records of an entity, in the order of their ids and frozen to the bottom (but for the bytes of artifacts,
 * which JavaScript cannot freeze): a change replaces a record. So a snapshot shares them, and a reader that holds
 * one never sees it change. Writes are synchronous: an operation is one step that nothing interleaves.
 */
export class Table<
  R extends Identified,
  I extends Identified,
  Name extends string = never,
  OrderName extends string = never,
> {
  /** What errors call it. */
  readonly name: string
  readonly model: Schema<R, I>
  /** Called before each write with what takes it back; the store's transactions listen here. */
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

  /** All records by ascending id. What is found is not to be changed, nor kept over a write. */
  all(): readonly R[] {
    return this.#records.all()
  }

  count(): number {
    return this.#records.all().length
  }

  /** Another number after each write. */
  get version(): number {
    return this.#version
  }

  /** The id of the next record for which none is given. */
  get nextId(): number {
    return this.#ids.next
  }

  /** The record of an id. */
  get(id: number): R | undefined {
    return this.#records.get(id)
  }

  /** The records whose key of an index is `key`, by ascending id or in an order of the table. */
  by(name: Name, key: unknown, order?: OrderName): readonly R[] {
    return this.#records.find(this.#definition.indexes[name][order ?? 'id'], key)
  }

  /** The first record whose key of an index is `key`. */
  one(name: Name, key: unknown): R | undefined {
    return this.by(name, key)[0]
  }

  /** All records in an order of the table. */
  inOrder(order: OrderName): readonly R[] {
    return this.#records.find(this.#definition.indexes.all[order], true)
  }

  /** Another record with the same key as `record`, if there is one; the index is kept by its name. */
  twinOf(record: R, name: string, keyOf: KeyOf<R>): R | undefined {
    const found = this.#records.find({ name, keyOf, order: byId }, keyOf(record))
    return found.find(({ id }) => id !== record.id)
  }

  /**
   * Changes of a record that come from outside, as the model has them.
   * @throws ZodError where they do not fit it.
   */
  readChanges(record: R, changes: Partial<I>): Partial<R> {
    return readChanges(this.model, this.#present(record), changes, this.name)
  }

  /**
   * Adds a record that the forge makes itself.
   * @throws Error where the id is taken.
   */
  insert(values: WholeFields<R, I>): R {
    const { defaults } = this.#definition
    return this.#add(withFields(defaults, defaults, values, this.#freeId(values)), values)
  }

  /**
   * Adds a record of values from outside, which its model reads; `check` throws where it must not be written.
   * @throws ZodError where the values do not fit the model.
   * @throws Error where the id is taken.
   */
  insertChecked(values: NewRecord<I>, check?: (record: R) => void): R {
    return this.#addRead({ ...values, id: this.#freeId(values) }, values, check)
  }

  /**
   * The same of values of which nothing is known, such as those of a record that was exported.
   * @throws ZodError where the values do not fit the model.
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

  /** Keeps the ids before `next` for records that come with their own. */
  reserveIds(next: number): void {
    const before = this.#ids.next
    if (next <= before) return
    this.onWrite(() => (this.#ids.next = before))
    this.#ids.next = next
  }

  /**
   * Replaces a record by one with some fields changed, and returns that; `check` throws where it must not be written.
   * @throws Error where the record is gone.
   */
  replace(record: R, changes: Partial<R>, check?: (next: R, previous: R) => void): R {
    const previous = this.#present(record)
    const next = this.#changed(previous, changes)
    check?.(next, previous)
    this.writeListener?.changing(previous, next)
    this.#write([{ previous, next }])
    return next
  }

  /** Makes the same changes to records. */
  replaceAll(records: readonly R[], changes: Partial<R>): void {
    if (records.length === 0) return
    const written = [...new Set(records.map((record) => this.#present(record)))].map(
      (previous) => ({ previous, next: this.#changed(previous, changes) }),
    )
    for (const { previous, next } of written) this.writeListener?.changing(previous, next)
    this.#write(written)
  }

  /** Takes a record out; one that is gone already is no error. */
  remove(record: R): void {
    this.removeAll([record])
  }

  /** Takes records out; those that are gone already are no error. */
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

  /** Puts the records of a snapshot in the place of all. That is no write of a transaction, and not taken back. */
  restore(snapshot: TableSnapshot): void {
    const records = snapshot.records as readonly R[]
    const shared = snapshot[indexes] as SharedIndexes<R> | undefined
    this.#records.adopt(shared ?? indexesOver(records))
    this.#ids.next = snapshot.nextId
    this.#version += 1
    for (const watcher of this.#watchers) watcher.replaced()
  }

  /** Adds one who is notified of every change of the records from now on, those of a restore and an undo too. */
  watch(watcher: TableWatcher<R>): void {
    this.#watchers = [...this.#watchers, watcher]
  }

  /** The id that is given, else the next. */
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

/** No list of its own for those that nobody watches. */
const noWatchers: readonly never[] = []

/** A record, with its id. */
export interface Identified {
  readonly id: number
}

/** Compares two records; 0 only for two versions of the same record. */
export type Order<R> = (a: R, b: R) => number

export const byId: Order<Identified> = (a, b) => a.id - b.id

/** Returns the key of a record in an index; an array files it under each of its keys, an empty one under none. */
export type KeyOf<R> = (record: R) => unknown

/** An index: the records of each key, in an order. */
export interface IndexOf<R> {
  readonly name: string
  readonly keyOf: KeyOf<R>
  readonly order: Order<R>
}

/** A change of a record. A new record has no `previous`, a removed one no `next`. */
export interface Change<R> {
  readonly previous: R | undefined
  readonly next: R | undefined
}

/** A copy-on-write array: only its owner writes to it, all others copy it first. */
interface OwnedList<R> {
  readonly records: R[]
  readonly owner: object
}

interface Index<R> extends IndexOf<R> {
  readonly lists: Map<unknown, OwnedList<R>>
}

/** The indexes of a snapshot, shared by all that start from it. Those that were not built yet are added later. */
export interface SharedIndexes<R> {
  /** All records, in the order of their ids. */
  all: R[]
  readonly byName: Map<string, Index<R>>
}

/** The owner of shared arrays, which nobody writes to. */
const nobody = {}

const none: readonly never[] = []

/** Makes the indexes of records that are sorted by id; none is built yet. */
export function indexesOver<R extends Identified>(records: readonly R[]): SharedIndexes<R> {
  return { all: [...records], byName: new Map() }
}

/**
 * Records in the order of their ids, and by the keys of indexes. Indexes are built on first use and updated by every
 * change. Snapshots share arrays and indexes, and the next change copies what it writes to, so that taking a snapshot
 * and returning to it cost nothing.
 */
export class RecordIndexes<R extends Identified> {
  #indexes: SharedIndexes<R> = indexesOver<R>([])
  /** The indexes of the snapshot that these started from. */
  #base = this.#indexes
  #owner: object = nobody
  /**
   * New records whose ids are below existing ones, as in a seed, which is loaded in the order of time. They are merged
   * when all records are read next, since inserting each by itself would move all records behind it.
   */
  #late: Map<number, R> | undefined

  /** All records by ascending id. Callers must not change the array, nor keep it across a change. */
  all(): readonly R[] {
    if (this.#late) this.#placeLate(this.#late)
    return this.#indexes.all
  }

  get(id: number): R | undefined {
    const records = this.#indexes.all
    // Ids mostly have no gaps, so the position is guessed from the id first.
    const guess = records[id - (records[0]?.id ?? 0)]
    if (guess?.id === id) return guess
    const late = this.#late?.get(id)
    // The id of a new record is mostly greater than all others.
    if (late || id > (records.at(-1)?.id ?? 0)) return late
    const found = records[placeOf<Identified>(records, { id }, byId)]
    return found?.id === id ? found : undefined
  }

  /** The records with a key of an index, in its order. */
  find(index: IndexOf<R>, key: unknown): readonly R[] {
    const { lists } = this.#indexes.byName.get(index.name) ?? this.#build(index)
    return lists.get(key)?.records ?? none
  }

  /** Makes several changes at once: all records that leave a list are removed from it in one pass. */
  change(changes: readonly Change<R>[]): void {
    if (this.#indexes === this.#base) this.#copyShared()
    this.#changeAll(changes)
    for (const index of this.#indexes.byName.values()) applyChanges(index, changes, this.#owner)
  }

  share(): SharedIndexes<R> {
    if (this.#late) this.#placeLate(this.#late)
    this.#base = this.#indexes
    return this.#base
  }

  /** Returns to the shared indexes of a snapshot. */
  adopt(shared: SharedIndexes<R>): void {
    this.#indexes = shared
    this.#base = shared
    this.#late = undefined
  }

  #copyShared(): void {
    const { all, byName } = this.#indexes
    const copies = [...byName].map(
      ([name, index]) => [name, { ...index, lists: new Map(index.lists) }] as const,
    )
    this.#owner = {}
    this.#indexes = { all: all.slice(), byName: new Map(copies) }
  }

  #changeAll(changes: readonly Change<R>[]): void {
    const records = this.#indexes.all
    const gone: R[] = []
    for (const { previous, next } of changes) {
      if (previous === undefined) {
        if (next) this.#add(next)
      } else if (this.#late?.has(previous.id)) {
        if (next) this.#late.set(next.id, next)
        else this.#late.delete(previous.id)
      } else if (next) {
        records[placeOf(records, previous, byId)] = next
      } else {
        gone.push(previous)
      }
    }
    if (gone.length > 0) this.#indexes.all = without(records, gone, byId)
  }

  #add(record: R): void {
    const records = this.#indexes.all
    if (record.id > (records.at(-1)?.id ?? 0)) {
      records.push(record)
    } else {
      this.#late ??= new Map()
      this.#late.set(record.id, record)
    }
  }

  #placeLate(late: ReadonlyMap<number, R>): void {
    const records = [...late.values()].sort(byId)
    this.#late = undefined
    // Two sorted runs, which Array.prototype.sort (TimSort) merges in linear time.
    this.#indexes.all = [...this.#indexes.all, ...records].sort(byId)
  }

  /** Builds an index over the records of the snapshot too, for all that return to it. */
  #build(index: IndexOf<R>): Index<R> {
    const { all, byName } = this.#base
    if (!byName.has(index.name)) byName.set(index.name, builtOver(index, all, nobody))
    const known = this.#indexes.byName.get(index.name)
    if (known) return known
    const built = builtOver(index, this.all(), this.#owner)
    this.#indexes.byName.set(index.name, built)
    return built
  }
}

function builtOver<R>(index: IndexOf<R>, records: readonly R[], owner: object): Index<R> {
  const lists = new Map<unknown, OwnedList<R>>()
  for (const record of records) {
    for (const key of keysOf(index, record)) {
      const list = lists.get(key)
      if (list) list.records.push(record)
      else lists.set(key, { records: [record], owner })
    }
  }
  if (index.order !== byId) for (const list of lists.values()) list.records.sort(index.order)
  return { ...index, lists }
}

function applyChanges<R>(index: Index<R>, changes: readonly Change<R>[], owner: object): void {
  const { order, lists } = index
  let leaving: Map<unknown, R[]> | undefined
  for (const { previous, next } of changes) {
    const before = previous ? keysOf(index, previous) : none
    const after = next ? keysOf(index, next) : none
    for (const key of before) {
      if (!previous || after.includes(key)) continue
      leaving ??= new Map()
      const gone = leaving.get(key)
      if (gone) gone.push(previous)
      else leaving.set(key, [previous])
    }
    for (const key of after) {
      if (!next) continue
      const records = ownList(lists, key, owner)
      if (previous && before.includes(key)) exchange(records, previous, next, order)
      else put(records, next, order)
    }
  }
  for (const [key, gone] of leaving ?? none) {
    const records = without(lists.get(key)?.records ?? none, gone, order)
    if (records.length === 0) lists.delete(key)
    else lists.set(key, { records, owner })
  }
}

/** The keys of a record, without duplicates. */
function keysOf<R>({ keyOf }: IndexOf<R>, record: R): readonly unknown[] {
  const key = keyOf(record)
  if (!Array.isArray(key)) return [key]
  return key.length < 2 ? key : [...new Set<unknown>(key)]
}

/** Returns the records of a key in an array that may be written to. */
function ownList<R>(lists: Map<unknown, OwnedList<R>>, key: unknown, owner: object): R[] {
  const list = lists.get(key)
  if (list?.owner === owner) return list.records
  const records = list ? list.records.slice() : []
  lists.set(key, { records, owner })
  return records
}

/** Adds a new record, mostly at the end. */
function put<R>(records: R[], record: R, order: Order<R>): void {
  const last = records.at(-1)
  if (last === undefined || order(last, record) < 0) records.push(record)
  else records.splice(placeOf(records, record, order), 0, record)
}

/** Replaces a record by a new version, whose position may differ. */
function exchange<R>(records: R[], previous: R, next: R, order: Order<R>): void {
  const place = placeOf(records, previous, order)
  if (order(previous, next) === 0) {
    records[place] = next
  } else {
    records.splice(place, 1)
    put(records, next, order)
  }
}

/** Up to this many records are removed one by one, which is faster than filtering the array. */
const FEW = 16

/** Returns a new array without some of the records, so that loops over the old one are not disturbed. */
function without<R>(records: readonly R[], gone: readonly R[], order: Order<R>): R[] {
  if (gone.length > FEW) {
    const leaving = new Set(gone)
    return records.filter((record) => !leaving.has(record))
  }
  const rest = records.slice()
  for (const record of gone) rest.splice(placeOf(rest, record, order), 1)
  return rest
}

/** Finds the position at which a record is, or would be inserted. */
function placeOf<R>(records: readonly R[], record: R, order: Order<R>): number {
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = records[middle]
    if (there !== undefined && order(there, record) < 0) low = middle + 1
    else high = middle
  }
  return low
}

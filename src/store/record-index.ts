/** What has an id, as every record does. */
export interface Identified {
  readonly id: number
}

/** Which of two comes first: less than 0 for the first; 0 for two versions of one record alone. */
export type Order<R> = (a: R, b: R) => number

export const byId: Order<Identified> = (a, b) => a.id - b.id

/** Under what key an index files a record; a list of keys files it under each, an empty one under none. */
export type KeyOf<R> = (record: R) => unknown

/** One index: the records of each key, in an order. */
export interface IndexOf<R> {
  readonly name: string
  readonly keyOf: KeyOf<R>
  readonly order: Order<R>
}

/** What changes of a record: there is no `previous` of a new one, no `next` of one that is taken out. */
export interface Change<R> {
  readonly previous: R | undefined
  readonly next: R | undefined
}

/** An array that its owner alone writes to: whoever else has it makes a copy first. */
interface OwnedList<R> {
  readonly records: R[]
  readonly owner: object
}

interface Index<R> extends IndexOf<R> {
  readonly lists: Map<unknown, OwnedList<R>>
}

/** The indexes of a snapshot, which whoever goes on from it reads, and adds to those that were not built before. */
export interface SharedIndexes<R> {
  /** All records, in the order of their ids. */
  all: R[]
  readonly byName: Map<string, Index<R>>
}

/** Owns what is shared, which nobody writes to. */
const nobody = {}

const none: readonly never[] = []

/** The indexes over records, in the order of their ids, without any that others were built of. */
export function indexesOver<R extends Identified>(records: readonly R[]): SharedIndexes<R> {
  return { all: [...records], byName: new Map() }
}

/**
 * Records in the order of their ids, and by the keys of indexes, which are built when they are first asked for
 * and kept up by every change. A snapshot shares arrays and indexes: the next change makes copies of what it writes
 * to, so taking one and going back to it cost nothing.
 */
export class RecordIndexes<R extends Identified> {
  #indexes: SharedIndexes<R> = indexesOver<R>([])
  /** Those of the snapshot that these go on from. */
  #base = this.#indexes
  #owner: object = nobody
  /**
   * New records with ids below others, such as those of a seed, which come in the order of time: put in their places
   * when all are asked for, as each by itself would move all that are behind it.
   */
  #late: Map<number, R> | undefined

  /** By ascending id. As all that is found, not to be changed, nor kept over a change. */
  all(): readonly R[] {
    if (this.#late) this.#placeLate(this.#late)
    return this.#indexes.all
  }

  get(id: number): R | undefined {
    const records = this.#indexes.all
    // Ids mostly run without gaps from the first one on.
    const guess = records[id - (records[0]?.id ?? 0)]
    if (guess?.id === id) return guess
    const late = this.#late?.get(id)
    // The id of a new record is mostly behind the last.
    if (late || id > (records.at(-1)?.id ?? 0)) return late
    const found = records[placeOf<Identified>(records, { id }, byId)]
    return found?.id === id ? found : undefined
  }

  /** The records filed under a key of an index, in its order. */
  find(index: IndexOf<R>, key: unknown): readonly R[] {
    const { lists } = this.#indexes.byName.get(index.name) ?? this.#build(index)
    return lists.get(key)?.records ?? none
  }

  /** Makes changes to as many records at once: what leaves a list leaves it in one go. */
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

  /** Goes on from what was shared. */
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
    // Two runs in order, which sorting joins without going through them many times.
    this.#indexes.all = [...this.#indexes.all, ...records].sort(byId)
  }

  /** Builds an index over the records of the snapshot as well, for whoever goes back to it. */
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

/** Each key once. */
function keysOf<R>({ keyOf }: IndexOf<R>, record: R): readonly unknown[] {
  const key = keyOf(record)
  if (!Array.isArray(key)) return [key]
  return key.length < 2 ? key : [...new Set<unknown>(key)]
}

/** The records of a key, in an array that may be written to. */
function ownList<R>(lists: Map<unknown, OwnedList<R>>, key: unknown, owner: object): R[] {
  const list = lists.get(key)
  if (list?.owner === owner) return list.records
  const records = list ? list.records.slice() : []
  lists.set(key, { records, owner })
  return records
}

/** Adds a record that is not there: mostly at the end. */
function put<R>(records: R[], record: R, order: Order<R>): void {
  const last = records.at(-1)
  if (last === undefined || order(last, record) < 0) records.push(record)
  else records.splice(placeOf(records, record, order), 0, record)
}

/** Puts another version of a record in its place, which may be another one. */
function exchange<R>(records: R[], previous: R, next: R, order: Order<R>): void {
  const place = placeOf(records, previous, order)
  if (order(previous, next) === 0) {
    records[place] = next
  } else {
    records.splice(place, 1)
    put(records, next, order)
  }
}

/** Up to here each is taken out by itself, which costs less than to go through all. */
const FEW = 16

/** A fresh array without some of the records, so that whoever walks through the one before is not disturbed. */
function without<R>(records: readonly R[], gone: readonly R[], order: Order<R>): R[] {
  if (gone.length > FEW) {
    const leaving = new Set(gone)
    return records.filter((record) => !leaving.has(record))
  }
  const rest = records.slice()
  for (const record of gone) rest.splice(placeOf(rest, record, order), 1)
  return rest
}

/** Where a record stands or would stand. */
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

/** What has an id, as every record does. */
export interface Identified {
  readonly id: number
}

/** Which of two comes first: less than 0 for the first; 0 for two versions of one record. */
export type Order<R> = (a: R, b: R) => number

/**
 * Records in an order. A write costs the same however many there are: a new record that belongs at the end
 * is put there, others wait beside, and what is taken out stays where it is until somebody reads. So a world
 * that is loaded in another order than that of its ids does not move all that come after with each.
 */
export interface Sorted<R> {
  inOrder: R[]
  /** Whether others have the same array, so that it is not to be written to. */
  isShared?: boolean
  /** Those that wait for their places, by their ids. */
  late?: Map<number, R> | undefined
  /** Those in `inOrder` that are out. */
  gone?: Set<R> | undefined
}

/** Up to here each is moved in or out by itself, which costs less than to go through all. */
const few = 16

export const byId: Order<Identified> = (a, b) => a.id - b.id

/** How many there are, without putting them in order. */
export function countSorted<R>({ inOrder, late, gone }: Sorted<R>): number {
  return inOrder.length + (late?.size ?? 0) - (gone?.size ?? 0)
}

/** All records in their order. The array is the list's own: not to be changed, nor kept over a write. */
export function readSorted<R>(list: Sorted<R>, order: Order<R>): readonly R[] {
  const { late, gone } = list
  if (late === undefined && gone === undefined) return list.inOrder
  list.late = undefined
  list.gone = undefined
  // A fresh array, so that a reader in the middle of the one before is not disturbed.
  const stayed = gone ? without(list.inOrder, gone, order) : list.inOrder.slice()
  list.inOrder = late ? merged(stayed, [...late.values()].sort(order), order) : stayed
  list.isShared = false
  return list.inOrder
}

/**
 * The same records, to be written to apart from these: the array is copied where somebody reads after
 * a write.
 */
export function sharedSorted<R>(inOrder: readonly R[]): Sorted<R> {
  return { inOrder: inOrder as R[], isShared: true }
}

/** Adds a record that is not there. */
export function putSorted<R extends Identified>(list: Sorted<R>, record: R, order: Order<R>): void {
  if (list.gone?.delete(record)) {
    if (list.gone.size === 0) list.gone = undefined
    return
  }
  // Where many come after a snapshot, one copy costs less than to keep each of them beside.
  if (list.isShared && list.late && list.late.size >= few) readSorted(list, order)
  const last = list.inOrder.at(-1)
  if (!list.isShared && (last === undefined || order(last, record) < 0)) {
    list.inOrder.push(record)
    return
  }
  list.late ??= new Map()
  list.late.set(record.id, record)
}

/** Takes out a record that is there. */
export function takeSorted<R extends Identified>(list: Sorted<R>, record: R): void {
  if (list.late?.get(record.id) === record) {
    list.late.delete(record.id)
    if (list.late.size === 0) list.late = undefined
    return
  }
  list.gone ??= new Set()
  list.gone.add(record)
}

/** Puts `next` where `previous` stands, another version of it in the same place of the order. */
export function exchangeSorted<R extends Identified>(
  list: Sorted<R>,
  previous: R,
  next: R,
  order: Order<R>,
): void {
  if (list.late?.get(previous.id) === previous) {
    list.late.set(next.id, next)
    return
  }
  if (list.isShared) {
    takeSorted(list, previous)
    putSorted(list, next, order)
    return
  }
  const place = placeOf(list.inOrder, previous, order)
  if (list.inOrder[place] === previous) list.inOrder[place] = next
}

/** The record of an id in a list in the order of the ids. */
export function findSorted<R extends Identified>(
  { inOrder, late, gone }: Sorted<R>,
  id: number,
): R | undefined {
  const waiting = late?.get(id)
  if (waiting) return waiting
  if (id > (inOrder.at(-1)?.id ?? 0)) return undefined
  // Ids mostly run without gaps from the first one on.
  const guess = inOrder[id - (inOrder[0]?.id ?? 0)]
  const found = guess?.id === id ? guess : inOrder[placeOf<Identified>(inOrder, { id }, byId)]
  return found?.id === id && !gone?.has(found) ? found : undefined
}

/** Whether a record is one of those in an order. */
export function isAmong<R>(records: readonly R[], record: R, order: Order<R>): boolean {
  return records[placeOf(records, record, order)] === record
}

/** Where a record stands or would stand, from a place on. */
function placeOf<R>(records: readonly R[], record: R, order: Order<R>, from = 0): number {
  let [low, high] = [from, records.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = records[middle]
    if (there !== undefined && order(there, record) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** A fresh array without some of the records. */
function without<R>(records: readonly R[], gone: ReadonlySet<R>, order: Order<R>): R[] {
  if (gone.size > few) return records.filter((record) => !gone.has(record))
  const rest = records.slice()
  for (const record of gone) {
    const place = placeOf(rest, record, order)
    if (rest[place] === record) rest.splice(place, 1)
  }
  return rest
}

/** Puts others, which are in order, among records of an array that may be written to. */
function merged<R>(records: R[], others: readonly R[], order: Order<R>): R[] {
  if (others.length <= few) {
    for (const other of others) records.splice(placeOf(records, other, order), 0, other)
    return records
  }
  const all: R[] = []
  let position = 0
  for (const other of others) {
    const place = placeOf(records, other, order, position)
    for (const record of records.slice(position, place)) all.push(record)
    all.push(other)
    position = place
  }
  for (const record of records.slice(position)) all.push(record)
  return all
}

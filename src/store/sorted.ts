/** What has an id, as every record does. */
export interface Identified {
  readonly id: number
}

/** Which of two comes first: less than 0 for the first; 0 for two versions of one record. */
export type Order<R> = (a: R, b: R) => number

/**
 * Records in an order. New ones nearly always belong at the end. Others wait beside until somebody
 * reads, so that a world that is loaded in another order than that of its ids does not move all
 * that come after with each.
 */
export interface Sorted<R> {
  inOrder: R[]
  late: R[]
}

/**
 * So many of a list of a length wait at most. To find one among them is to look at them all, and to
 * put them in their places to go through the list: it grows by a share each time.
 */
const mostLate = (length: number) => 256 + length / 32
/** Up to here each is moved to its place by itself, which costs less than to go through all. */
const fewLate = 4

export const byId: Order<Identified> = (a, b) => a.id - b.id

/** All records in their order. The array is the list's own: not to be changed, nor kept over a write. */
export function readSorted<R>(list: Sorted<R>, order: Order<R>): readonly R[] {
  const { inOrder, late } = list
  if (late.length === 0) return inOrder
  list.late = []
  if (late.length <= fewLate) {
    for (const record of late) inOrder.splice(placeOf(inOrder, record, order), 0, record)
  } else {
    list.inOrder = merged(inOrder, late.sort(order), order)
  }
  return list.inOrder
}

/** Adds a record that is not there. */
export function putSorted<R>(list: Sorted<R>, record: R, order: Order<R>): void {
  const last = list.inOrder.at(-1)
  if (last === undefined || order(last, record) < 0) {
    list.inOrder.push(record)
    return
  }
  list.late.push(record)
  if (list.late.length >= mostLate(list.inOrder.length)) readSorted(list, order)
}

/** Puts a record where another version of it stands, in the same place of the order. */
export function exchangeSorted<R>(list: Sorted<R>, next: R, order: Order<R>): void {
  const { inOrder, late } = list
  const place = placeOf(inOrder, next, order)
  const there = inOrder[place]
  if (there !== undefined && order(there, next) === 0) inOrder[place] = next
  else late[late.findIndex((one) => order(one, next) === 0)] = next
}

/** Takes out what does not stay: a fresh array, so that a reader in the middle is not disturbed. */
export function keepSorted<R>(list: Sorted<R>, stays: (record: R) => boolean): void {
  list.inOrder = list.inOrder.filter(stays)
  list.late = list.late.filter(stays)
}

/** Takes one out, in a fresh array as well. */
export function takeSorted<R>(list: Sorted<R>, record: R, order: Order<R>): void {
  const place = placeOf(list.inOrder, record, order)
  const there = list.inOrder[place]
  if (there === undefined || order(there, record) !== 0) {
    list.late = list.late.filter((one) => order(one, record) !== 0)
    return
  }
  list.inOrder = list.inOrder.slice()
  list.inOrder.splice(place, 1)
}

/** The record of an id in a list in the order of the ids. */
export function findSorted<R extends Identified>(
  { inOrder, late }: Sorted<R>,
  id: number,
): R | undefined {
  // Ids mostly run without gaps from the first one on.
  const guess = inOrder[id - (inOrder[0]?.id ?? 0)]
  if (guess?.id === id) return guess
  const found = inOrder[placeOf<Identified>(inOrder, { id }, byId)]
  return found?.id === id ? found : late.find((one) => one.id === id)
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

function merged<R>(some: readonly R[], others: readonly R[], order: Order<R>): R[] {
  const all: R[] = []
  let position = 0
  for (const other of others) {
    for (let next = some[position]; next !== undefined && order(next, other) < 0; ) {
      all.push(next)
      position += 1
      next = some[position]
    }
    all.push(other)
  }
  for (; position < some.length; position++) all.push(some[position] as R)
  return all
}

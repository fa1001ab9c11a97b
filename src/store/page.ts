import type { Order } from './record-index.ts'

/** The records of a list, their filter and their order. */
export interface Query<R> {
  /** Disjoint lists of records, each in ascending order, as indexes keep them. */
  readonly lists: readonly (readonly R[])[]
  /** Whether a record is listed. Without this filter all are, and only the records of the page are visited. */
  readonly where?: ((record: R) => boolean) | undefined
  readonly order: Order<R>
  readonly sort: 'asc' | 'desc'
}

/** A list of records: its length, and a function that returns those from one position up to another. */
export interface Page<R> {
  readonly total: number
  page(from: number, to: number): R[]
}

/**
 * Filters, sorts and pages records. A single list is sorted already: without a filter, the cost of a page does not
 * depend on the length of the list. A filter visits each record; several lists are sorted together.
 */
export function select<R>({ lists, where, order, sort }: Query<R>): Page<R> {
  const filled = lists.filter(({ length }) => length > 0)
  const candidates = filled.length > 1 ? filled.flat().sort(order) : (filled[0] ?? [])
  const found = where ? candidates.filter(where) : candidates
  const total = found.length
  return {
    total,
    page(from, to) {
      if (sort === 'asc') return found.slice(from, to)
      return found.slice(Math.max(0, total - to), Math.max(0, total - from)).reverse()
    },
  }
}

/**
 * Returns the first record of each key, from records that are sorted by that key. Binary search skips the rest of each
 * run, so the cost grows with the number of keys.
 */
export function firstOfEach<R>(records: readonly R[], keyOf: (record: R) => number): R[] {
  const firsts: R[] = []
  for (let record = records[0]; record !== undefined; ) {
    firsts.push(record)
    record = records[firstAfter(records, keyOf, keyOf(record))]
  }
  return firsts
}

/** Finds the position of the first record with a greater key. */
function firstAfter<R>(records: readonly R[], keyOf: (record: R) => number, key: number): number {
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const record = records[middle]
    if (record !== undefined && keyOf(record) <= key) low = middle + 1
    else high = middle
  }
  return low
}

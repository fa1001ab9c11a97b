import type { Order } from './record-index.ts'

/** Which records a list shows, and in which order. */
export interface Query<R> {
  /** Lists without a record on two of them, each in the order upwards, as indexes keep them. */
  readonly lists: readonly (readonly R[])[]
  /** Whether a record is shown; all are where it is left out, and then none is looked at but those of a page. */
  readonly where?: ((record: R) => boolean) | undefined
  readonly order: Order<R>
  readonly sort: 'asc' | 'desc'
}

/** The records of a list: how many there are, and those from one position up to another one. */
export interface Page<R> {
  readonly total: number
  page(from: number, to: number): R[]
}

/**
 * Filters, orders and pages records. One list is in its order already: without a filter a page of it costs the same
 * however long it is. A filter looks at each record, and several lists are sorted.
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
 * The first of each run of records with the same key, of records in the order of that key. Runs are leapt over, so
 * this costs as much as there are keys.
 */
export function firstOfEach<R>(records: readonly R[], keyOf: (record: R) => number): R[] {
  const firsts: R[] = []
  for (let record = records[0]; record !== undefined; ) {
    firsts.push(record)
    record = records[firstAfter(records, keyOf, keyOf(record))]
  }
  return firsts
}

/** Where the records with greater keys begin. */
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

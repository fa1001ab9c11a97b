/** How lists are ordered; those of issues and merge requests by default newest first. */
export interface Order {
  readonly order_by: 'created_at' | 'updated_at'
  readonly sort: 'asc' | 'desc'
}

interface Dated {
  readonly id: number
  readonly created_at: string
  readonly updated_at: string
}

/** Compares two records for `list`; of the same time, by id, the same way. */
export function inOrder({ order_by, sort }: Order): (a: Dated, b: Dated) => number {
  const sign = sort === 'asc' ? 1 : -1
  const isByUpdate = order_by === 'updated_at'
  return (a, b) => {
    const [one, other] = isByUpdate ? [a.updated_at, b.updated_at] : [a.created_at, b.created_at]
    if (one < other) return -sign
    return one > other ? sign : sign * (a.id - b.id)
  }
}

/**
 * The first `count` of some records in an order, in that order. The rest is only compared with the
 * last of the best so far: a page of a long list costs about one comparison a record, not a sort.
 */
export function firstInOrder<R>(
  records: readonly R[],
  count: number,
  order: (a: R, b: R) => number,
): R[] {
  let best: R[] = []
  let last: R | undefined
  for (const record of fromTheNearerEnd(records, order)) {
    if (last !== undefined && order(record, last) >= 0) continue
    best.push(record)
    if (best.length < 2 * count) continue
    best = best.sort(order).slice(0, count)
    last = best.at(-1)
  }
  return best.sort(order).slice(0, count)
}

/** Records come oldest first and are mostly wanted newest first: then the best are met at once. */
function fromTheNearerEnd<R>(records: readonly R[], order: (a: R, b: R) => number): readonly R[] {
  const [first] = records
  const last = records.at(-1)
  const isBackwards = first !== undefined && last !== undefined && order(first, last) > 0
  return isBackwards ? [...records].reverse() : records
}

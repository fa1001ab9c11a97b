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

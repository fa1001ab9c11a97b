/** What has an id, as every record does. */
export interface Identified {
  readonly id: number
}

/** Where the record of an id stands in records ordered by id; -1 where there is none. */
export function positionOf(records: readonly Identified[], id: number): number {
  const position = lowerBound(records, id)
  return records[position]?.id === id ? position : -1
}

/** Adds a record to records ordered by id; at the end, as nearly always, at no cost. */
export function insertSorted<T extends Identified>(records: T[], record: T): void {
  records.splice(lowerBound(records, record.id), 0, record)
}

function lowerBound(records: readonly Identified[], id: number): number {
  const last = records.at(-1)
  if (!last || last.id < id) return records.length
  // Ids mostly run without gaps, at least from the first record on.
  const guess = id - (records[0]?.id ?? 0)
  if (records[guess]?.id === id) return guess
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((records[middle]?.id ?? Number.POSITIVE_INFINITY) < id) low = middle + 1
    else high = middle
  }
  return low
}

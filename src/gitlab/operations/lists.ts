import { createQueue } from '../../git/history/queue.ts'
import type { Order } from '../../store/sorted.ts'

/** Records in several lists, each of which is in the order upwards; wanted in it or in its reverse. */
export interface SortedLists<R> {
  readonly lists: readonly (readonly R[])[]
  readonly order: Order<R>
  readonly sort: 'asc' | 'desc'
}

/** From here on lists are gone through by a queue: to compare all of them for each record costs more. */
const manyLists = 8

/** What is left of one list, in the order that is wanted. */
interface Rest<R> {
  readonly records: readonly R[]
  readonly isReversed: boolean
  /** How many were taken already. */
  taken: number
}

/**
 * The records from one position up to another one of what the lists together are. What stands before them is
 * skipped in leaps, so that the last page costs hardly more than the first one.
 */
export function rangeOfLists<R>(
  { lists, order, sort }: SortedLists<R>,
  from: number,
  to: number,
): R[] {
  const filled = lists.filter(({ length }) => length > 0)
  const isReversed = sort === 'desc'
  const [only, another] = filled
  if (only === undefined) return []
  if (another === undefined) return sliceOf(only, from, to, isReversed)
  const comparison: Order<R> = isReversed ? (a, b) => order(b, a) : order
  const rests = filled.map((records) => ({ records, isReversed, taken: 0 }))
  const left = filled.length < manyLists ? leap(rests, from, comparison) : from
  return takeFrom(rests, left + to - from, comparison).slice(left)
}

function sliceOf<R>(records: readonly R[], from: number, to: number, isReversed: boolean): R[] {
  if (!isReversed) return records.slice(from, to)
  const { length } = records
  return records.slice(Math.max(0, length - to), Math.max(0, length - from)).reverse()
}

/** The record that comes so many after the next one. */
function recordAt<R>({ records, isReversed, taken }: Rest<R>, ahead = 0): R | undefined {
  const position = taken + ahead
  return records[isReversed ? records.length - 1 - position : position]
}

/**
 * Skips nearly `count` records, and says how many are left to be skipped. Of k lists, the one whose nth
 * record is the first of all nth ones can let go of n at once, where k times n are to be skipped.
 */
function leap<R>(rests: readonly Rest<R>[], count: number, comparison: Order<R>): number {
  let left = count
  for (;;) {
    const step = Math.floor(left / rests.length)
    if (step === 0) return left
    // What a list is short of comes from the others: its last record stands for the nth one.
    const first = firstOf(rests, comparison, step - 1)
    if (first === undefined) return left
    const skipped = Math.min(step, first.records.length - first.taken)
    first.taken += skipped
    left -= skipped
  }
}

/** The list whose record so far ahead comes first; of a shorter list, its last one. */
function firstOf<R>(
  rests: readonly Rest<R>[],
  comparison: Order<R>,
  ahead: number,
): Rest<R> | undefined {
  let first: Rest<R> | undefined
  let least: R | undefined
  for (const rest of rests) {
    const last = rest.records.length - rest.taken - 1
    const record = last < 0 ? undefined : recordAt(rest, Math.min(ahead, last))
    if (record === undefined) continue
    if (least !== undefined && comparison(least, record) <= 0) continue
    first = rest
    least = record
  }
  return first
}

/** The next so many of all. */
function takeFrom<R>(rests: readonly Rest<R>[], count: number, comparison: Order<R>): R[] {
  const queue = createQueue<{ readonly rest: Rest<R>; readonly record: R }>((a, b) =>
    comparison(a.record, b.record),
  )
  const wait = (rest: Rest<R>) => {
    const record = recordAt(rest)
    if (record === undefined) return
    rest.taken += 1
    queue.push({ rest, record })
  }
  for (const rest of rests) wait(rest)
  const taken: R[] = []
  while (taken.length < count) {
    const next = queue.pop()
    if (next === undefined) break
    taken.push(next.record)
    wait(next.rest)
  }
  return taken
}

import type { Comparison, Difference, Place } from './comparison.ts'

const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| ?UTC|[+-]\d\d:?\d\d)?$/

export const isTime = (value: unknown): value is string =>
  typeof value === 'string' && time.test(value)

interface ShownTime {
  readonly server: unknown
  readonly forge: unknown
  readonly field: string
  /** The record that shows it; undefined where that is not known. */
  readonly record: string | undefined
}

/**
 * Compares two times: what was sent is shown, what is there on one side is on the other, and when a record was
 * made does not change.
 */
export function compareTimes(
  { times }: Comparison,
  { server, forge, field, record }: ShownTime,
  { path, open, sent, isTouched }: Place,
): Difference[] {
  const differ = (why = open): Difference[] => [
    { place: path, server, forge, ...(why ? { open: why } : {}) },
  ]
  if (server === null && forge === null) return []
  if (!isTime(forge) || !isTime(server)) {
    return differ(open ?? (isLeftOpen(field) ? 'when it is set is not stated' : undefined))
  }
  const [ofServer, ofForge] = [Date.parse(server), Date.parse(forge)]
  const key = `${record} ${field}`
  const before = record === undefined ? undefined : times.get(key)
  // What was sent is shown where it was heeded, and only there.
  const isSent = (shown: number) =>
    sent.some((value) => isTime(value) && Math.abs(Date.parse(value) - shown) < 1000)
  if (isSent(ofForge) !== isSent(ofServer)) return differ()
  const hasChanged = before && before.forge === ofForge && !isSameTime(before.server, ofServer)
  // A time may be the same after a change where a server gives it to the second alone, or where both writes were in one
  // millisecond: then the forge, which is called right after the server, made them at nearly the same time too.
  const isKept =
    before?.server === ofServer &&
    ofServer % 1000 !== 0 &&
    Math.abs(ofForge - before.forge) > MAX_TIME_OF_A_CALL
  if (isKept && isTouched && field === 'updated_at') return differ()
  // What is wrong, or of something that is left open, is not what the next is held to.
  if (hasChanged && field === 'created_at') return differ()
  if (record !== undefined && open === undefined)
    times.set(key, { server: ofServer, forge: ofForge })
  return []
}

/** Whether two times of a server are one, of which one may be given to the second alone. */
function isSameTime(one: number, other: number): boolean {
  const isExact = one % 1000 !== 0 && other % 1000 !== 0
  return isExact ? one === other : Math.abs(one - other) < 1000
}

/** Milliseconds that two calls in a row may be apart on one side and not on the other, in one process. */
const MAX_TIME_OF_A_CALL = 4

/** Times of which the contract says nothing but that they are there. */
const isLeftOpen = (field: string) => /sign_in_at|confirmed_at|last_activity_at/.test(field)

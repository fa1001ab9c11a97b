import type { Comparison, Difference, Place } from './comparison.ts'

const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| ?UTC|[+-]\d\d:?\d\d)?$/

export const isTime = (value: unknown): value is string =>
  typeof value === 'string' && time.test(value)

/** Most times that histories send are of years before these, or after them. */
export const comparedYears = { from: 2017, before: 2030 }

/** Whether a time was sent by a history: that of a clock is of other years. */
function isOfNoClock(at: number): boolean {
  const year = new Date(at).getUTCFullYear()
  return year < comparedYears.from || year >= comparedYears.before
}

interface ShownTime {
  readonly server: unknown
  readonly forge: unknown
  readonly field: string
  /** The record with the time; undefined where it is unknown. */
  readonly record: string | undefined
}

/**
 * Compares two times: sent times are shown, a time is present on both sides or on neither, and creation times do not
 * change.
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
    return differ(open ?? (isLeftOpen(field, record) ? 'when it is set is not stated' : undefined))
  }
  const [ofServer, ofForge] = [Date.parse(server), Date.parse(forge)]
  const key = `${record} ${field}`
  const before = record === undefined ? undefined : times.get(key)
  // A sent time is shown where it has an effect, and only there.
  const isSent = (shown: number) =>
    sent.some((value) => isTime(value) && Math.abs(Date.parse(value) - shown) < 1000)
  if (isSent(ofForge) !== isSent(ofServer)) return differ()
  // Users were there before, of whom the administrator was created by no history.
  const isOfHistory = record !== undefined && !record.startsWith('user ')
  const isShownLater = field === 'created_at' && isOfHistory && isOfNoClock(ofForge)
  if (isShownLater && Math.abs(ofForge - ofServer) >= 1000) return differ()
  const hasChanged = before && before.forge === ofForge && !isSameTime(before.server, ofServer)
  // A time can be equal after a change where a server stores seconds, or where both writes were in the same
  // millisecond: then the forge, which is called right after the server, made them at nearly the same time too.
  const isKept =
    before?.server === ofServer &&
    ofServer % 1000 !== 0 &&
    Math.abs(ofForge - before.forge) > MAX_TIME_OF_A_CALL
  if (isKept && isTouched && field === 'updated_at') return differ()
  // A time that is wrong or open is not used for the next comparison.
  if (hasChanged && field === 'created_at') return differ()
  if (record !== undefined && open === undefined)
    times.set(key, { server: ofServer, forge: ofForge })
  return []
}

/** Whether two times of a server are equal, of which one may be truncated to seconds. */
function isSameTime(one: number, other: number): boolean {
  const isExact = one % 1000 !== 0 && other % 1000 !== 0
  return isExact ? one === other : Math.abs(one - other) < 1000
}

/** The milliseconds by which two consecutive calls within a process can be apart on one side only: a busy one may pause. */
const MAX_TIME_OF_A_CALL = 25

/** Whether a time is not specified except for its presence. */
const isLeftOpen = (field: string, record: string | undefined) =>
  /sign_in_at|confirmed_at|last_activity_at/.test(field) ||
  // A status that comes from elsewhere neither starts nor ends on the server.
  (record?.startsWith('status ') === true && /^(?:started|finished)_at$/.test(field))

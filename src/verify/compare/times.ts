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
  { path, open, sent }: Place,
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
  if (record !== undefined) times.set(key, { server: ofServer, forge: ofForge })
  if (sent.some((value) => isTime(value) && Date.parse(value) === ofForge)) {
    return Math.abs(ofServer - ofForge) < 1000 ? [] : differ()
  }
  const hasChanged =
    before && before.forge === ofForge && Math.abs(before.server - ofServer) >= 1000
  return hasChanged && field === 'created_at' ? differ() : []
}

/** Times of which the contract says nothing but that they are there. */
const isLeftOpen = (field: string) => /sign_in_at|confirmed_at|last_activity_at/.test(field)

import { isWritable, readTime } from './contract/time.ts'
import { inWords, type OptionRule } from './options.ts'

/** What the clock of a forge may be made of: a time where it stands, or a function that tells it. */
export type ClockOption = string | Date | (() => Date)

export const clockRule: OptionRule = {
  mustBe: 'a date, an ISO 8601 time or a function returning a Date',
  accepts(value) {
    if (typeof value === 'string') return readTime(value) !== undefined
    return isDate(value) || typeof value === 'function'
  },
}

/**
 * Makes a clock that tells the time as the API shows it; the computer's own where nothing is given.
 * @throws TypeError where a function does not return a Date of the years 0000 to 9999 in UTC: from
 * here for its first answer, later from the clock.
 */
export function createClock(now: ClockOption | undefined): () => string {
  if (now === undefined) return () => new Date().toISOString()
  if (typeof now === 'function') {
    const tell = () => timeOf(now())
    tell()
    return tell
  }
  const pinned = typeof now === 'string' ? (readTime(now) ?? timeOf(now)) : timeOf(now)
  return () => pinned
}

function timeOf(value: unknown): string {
  if (isDate(value)) return value.toISOString()
  throw new TypeError(
    `createForge: option \`now\` must return a Date of the years 0000 to 9999; got ${inWords(value)}`,
  )
}

function isDate(value: unknown): value is Date {
  return value instanceof Date && isWritable(value.getTime())
}

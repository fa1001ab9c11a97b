/** Formats times in UTC, which the forge uses. */

const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' })

/** Formats `Sunday 15 January 2017`. */
export const dayOf = (milliseconds: number) => day.format(milliseconds)

/** Formats `12:00:00`. */
export const timeOf = (milliseconds: number) => time.format(milliseconds)

const steps = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' })

/**
 * Formats the distance to a time.
 *
 * @example timeLeft(86_400_000 * 3) // 'in 3 days'
 */
export function timeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return 'due'
  const [unit, size] = steps.find(([, size]) => milliseconds >= size * 1.5) ?? ['second', 1000]
  return relative.format(Math.max(1, Math.round(milliseconds / size)), unit)
}

import { isDay, readTime } from '../../src/contract/time.ts'

const millisecondsOfDay = 24 * 3600 * 1000

/** The fields of a seed that hold a time or a day: `at`, `created_at`, `due_date`, `since`… */
const isTimeField = (field: string) => /^(at|since|until|due_date|\w+_at)$/.test(field)

/** The day on which a seed ends: the last of its times, but for those that lie ahead (expiry, due dates). */
function lastDayOf(seed: unknown): string | undefined {
  const days: string[] = []
  eachTime(seed, (field, text) => {
    const isAhead = field === 'due_date' || field === 'expires_at'
    const time = isAhead ? undefined : readTime(text)
    if (time !== undefined) days.push(time.slice(0, 10))
  })
  return days.sort().at(-1)
}

/**
 * A seed whose times are moved by whole weeks, so that days of the week stay, to end in the week
 * before a time (ISO 8601). What has no times is as it was.
 */
export function shiftedTo(seed: unknown, now: string): unknown {
  const last = lastDayOf(seed)
  if (last === undefined) return seed
  const days = Math.floor((Date.parse(now) - Date.parse(last)) / millisecondsOfDay)
  const weeks = Math.floor(days / 7)
  return mapTimes(seed, (text) => shiftTime(text, weeks * 7 * millisecondsOfDay))
}

function shiftTime(text: string, by: number): string {
  if (isDay(text)) return new Date(Date.parse(`${text}T00:00:00Z`) + by).toISOString().slice(0, 10)
  const time = readTime(text)
  return time === undefined ? text : new Date(Date.parse(time) + by).toISOString()
}

function mapTimes(value: unknown, shift: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => mapTimes(one, shift))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const isTime = typeof inner === 'string' && isTimeField(field)
      return [field, isTime ? shift(inner) : mapTimes(inner, shift)]
    }),
  )
}

function eachTime(value: unknown, visit: (field: string, text: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && isTimeField(field)) visit(field, inner)
    else eachTime(inner, visit)
  }
}

/** A periodic schedule, from the five fields of a crontab. */
export interface Cron {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly daysOfMonth: readonly number[]
  readonly months: readonly number[]
  /** Counted from 0, Sunday. */
  readonly daysOfWeek: readonly number[]
  /** Whether a match of either kind of day suffices: where both are restricted, as in crontab(5). */
  readonly isEither: boolean
}

const aliases: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])
const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const dayNames = 'sun mon tue wed thu fri sat'.split(' ')

/** Parses five fields, or an alias such as `@daily`; undefined where the text is invalid. */
export function readCron(text: string): Cron | undefined {
  const written = text.trim().toLowerCase()
  const fields = (aliases.get(written) ?? written).split(/\s+/)
  if (fields.length !== 5) return undefined
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = fields
  const minutes = readField(minute, 0, 59)
  const hours = readField(hour, 0, 23)
  const daysOfMonth = readField(dayOfMonth, 1, 31)
  const months = readField(month, 1, 12, monthNames)
  const daysOfWeek = readField(dayOfWeek, 0, 7, dayNames)
  if (!minutes || !hours || !daysOfMonth || !months || !daysOfWeek) return undefined
  return {
    minutes,
    hours,
    daysOfMonth,
    months,
    daysOfWeek: [...new Set(daysOfWeek.map((day) => day % 7))],
    isEither: !dayOfMonth.startsWith('*') && !dayOfWeek.startsWith('*'),
  }
}

/** Parses a list such as `1-5,10,20-40/5` or `mon-fri` into ascending numbers. */
function readField(
  text: string,
  least: number,
  most: number,
  names: readonly string[] = [],
): number[] | undefined {
  const found = new Set<number>()
  for (const part of text.split(',')) {
    const [, every, from = '', to, step] =
      /^(?:(\*)|(\w{1,3})(?:-(\w{1,3}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? []
    if (every === undefined && from === '') return undefined
    const first = every ? least : numberOf(from, least, names)
    const last = every ? Math.min(most, names === dayNames ? 6 : most) : lastOf(first, to, step)
    const stride = step === undefined ? 1 : Number(step)
    if (!(first >= least && last <= most && first <= last && stride > 0)) return undefined
    for (let number = first; number <= last; number += stride) found.add(number)
  }
  return [...found].sort((a, b) => a - b)

  /** `5/10` extends to the maximum. */
  function lastOf(first: number, to: string | undefined, step: string | undefined): number {
    if (to !== undefined) return numberOf(to, least, names)
    return step === undefined ? first : most
  }
}

/** Names are numbered from the minimum. */
function numberOf(text: string, least: number, names: readonly string[]): number {
  if (/^\d+$/.test(text)) return Number(text)
  const index = names.indexOf(text)
  return index < 0 ? Number.NaN : index + least
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The longest interval between two leap days. */
const MAX_DAYS = 8 * 366

/** Whether a name is a time zone of the IANA database. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined && name !== ''
  } catch {
    return false
  }
}

/**
 * Returns the first later time, in milliseconds since 1970, at which the local time of a time zone matches the fields;
 * undefined where there is none. Local times that the start of summer time skips are skipped.
 */
export function nextTime(cron: Cron, timeZone: string, after: number): number | undefined {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const start = shownBy(clock, after)
  const firstDay = Math.floor(start / DAY) * DAY
  for (let day = firstDay; day < firstDay + MAX_DAYS * DAY; day += DAY) {
    if (!isOn(cron, new Date(day))) continue
    for (const hour of cron.hours) {
      // Clocks are set back by at most two hours.
      if (day + (hour + 3) * HOUR < start) continue
      for (const minute of cron.minutes) {
        const time = timeShowing(clock, day + hour * HOUR + minute * MINUTE)
        if (time !== undefined && time > after) return time
      }
    }
  }
  return undefined
}

function isOn(cron: Cron, date: Date): boolean {
  if (!cron.months.includes(date.getUTCMonth() + 1)) return false
  const isDayOfMonth = cron.daysOfMonth.includes(date.getUTCDate())
  const isDayOfWeek = cron.daysOfWeek.includes(date.getUTCDay())
  return cron.isEither ? isDayOfMonth || isDayOfWeek : isDayOfMonth && isDayOfWeek
}

/** Returns the local time of a clock as if it were UTC. */
function shownBy(clock: Intl.DateTimeFormat, time: number): number {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of clock.formatToParts(time)) shown[type] = Number(value)
  const { year = 0, month = 1, day, hour, minute, second } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Returns the time at which a clock shows a local time, or undefined where it never does. */
function timeShowing(clock: Intl.DateTimeFormat, shown: number): number | undefined {
  const near = shown - (shownBy(clock, shown) - shown)
  const time = near - (shownBy(clock, near) - shown)
  return shownBy(clock, time) === shown ? time : undefined
}

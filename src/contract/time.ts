const timePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)? ?(?:([Zz])|([+-]\d{2}):?(\d{2}))?)?$/

/**
 * Reads an ISO 8601 time, or a day, and writes it as the API shows times: in UTC, with milliseconds.
 * What has no zone is UTC, whatever machine this runs on. Undefined for what is no time, and for one
 * that is not of the years 0000 to 9999 in UTC: ISO 8601 has four digits for the year.
 */
export function readTime(text: string): string | undefined {
  if (written.test(text) && isDay(text.slice(0, 10))) return text
  const [, day, clock = '00:00', seconds = ':00', , hours, minutes] = timePattern.exec(text) ?? []
  if (day === undefined || !isDay(day)) return undefined
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const time = Date.parse(`${day}T${clock}${seconds}${zone}`)
  return isWritable(time) ? new Date(time).toISOString() : undefined
}

/** As the API writes times, but for the day. */
const written = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Whether a time, in milliseconds since 1970, can be written with a year of four digits in UTC. */
export function isWritable(time: number): boolean {
  return time >= earliest && time <= latest
}

const earliest = Date.parse('0000-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether a text is a day that the calendar has, as YEAR-MONTH-DAY. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const days = daysOf(Number(year), Number(month))
  return days !== undefined && Number(day) >= 1 && Number(day) <= days
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysOf(year: number, month: number): number | undefined {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && isLeap ? 29 : daysOfMonths[month - 1]
}

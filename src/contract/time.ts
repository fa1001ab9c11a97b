const timePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)? ?(?:([Zz])|([+-]\d{2}):?(\d{2}))?)?$/

/**
 * Reads an ISO 8601 time, or a day, and writes it as the API shows times: in UTC, with milliseconds.
 * What has no zone is UTC, whatever machine this runs on. Undefined for what is no time.
 */
export function readTime(text: string): string | undefined {
  const [, day, clock = '00:00', seconds = ':00', , hours, minutes] = timePattern.exec(text) ?? []
  if (day === undefined || !isDay(day)) return undefined
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const time = Date.parse(`${day}T${clock}${seconds}${zone}`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Whether a text is a day that the calendar has, as YEAR-MONTH-DAY. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Returns the day that is a number of days later; days are YEAR-MONTH-DAY. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOf(date)
}

/** Returns the same day of a later month, or its last day if it is shorter. */
export function addMonths(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count + 1, 0)
  date.setUTCDate(Math.min(dayOfMonth, date.getUTCDate()))
  return dayOf(date)
}

/** Returns the day of a time in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

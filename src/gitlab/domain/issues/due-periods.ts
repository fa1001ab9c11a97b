import { addDays, addMonths } from '../tracker/days.ts'

/** The values of the `due_date` filter. */
export type DuePeriod =
  | 'none'
  | 'any'
  | 'today'
  | 'tomorrow'
  | 'overdue'
  | 'week'
  | 'month'
  | 'next_month_and_previous_two_weeks'

/**
 * Returns a test of whether a due date is in a period, relative to `today`. Days are YEAR-MONTH-DAY; weeks begin on
 * Monday.
 */
export function dueIn(period: DuePeriod, today: string): (due: string | null) => boolean {
  switch (period) {
    case 'none':
      return (due) => due === null
    case 'any':
      return (due) => due !== null
    case 'today':
      return between(today, today)
    case 'tomorrow':
      return between(addDays(today, 1), addDays(today, 1))
    case 'overdue':
      return (due) => due !== null && due < today
    case 'week': {
      const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
      const monday = addDays(today, -sinceMonday)
      return between(monday, addDays(monday, 6))
    }
    case 'month':
      return between(firstOfMonth(today), lastOfMonth(today))
    case 'next_month_and_previous_two_weeks':
      return between(addDays(today, -14), lastOfMonth(addMonths(today, 1)))
  }
}

function between(first: string, last: string): (due: string | null) => boolean {
  return (due) => due !== null && first <= due && due <= last
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

function lastOfMonth(day: string): string {
  return addDays(addMonths(firstOfMonth(day), 1), -1)
}

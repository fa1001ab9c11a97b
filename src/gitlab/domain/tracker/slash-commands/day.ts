import { addDays, addMonths, dayOf } from '../days.ts'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * Parses words into a day, relative to `today`, as YEAR-MONTH-DAY; undefined for invalid words.
 * @example readDay('in 2 days', '2017-01-15') // '2017-01-17'
 * @example readDay('this Friday', '2017-01-15') // '2017-01-20'
 * @example readDay('December 31st', '2017-01-15') // '2017-12-31'
 */
export function readDay(words: string, today: string): string | undefined {
  const text = words.trim().toLowerCase()
  return (
    readIsoDay(text) ??
    readDistance(text, today) ??
    readWeekday(text, today) ??
    readMonthDay(text, today)
  )
}

function readIsoDay(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || dayOf(new Date(time)) !== text ? undefined : text
}

function readDistance(text: string, today: string): string | undefined {
  if (text === 'today') return today
  if (text === 'tomorrow') return addDays(today, 1)
  const [, count, unit] =
    /^(?:in )?(\d{1,4}|an?|one) (day|week|month|year)s?(?: from now)?$/.exec(
      text.replace(/^next (?=week|month|year)/, '1 '),
    ) ?? []
  if (count === undefined) return undefined
  const number = /^\d/.test(count) ? Number(count) : 1
  switch (unit) {
    case 'day':
      return addDays(today, number)
    case 'week':
      return addDays(today, 7 * number)
    case 'month':
      return addMonths(today, number)
    default:
      return addMonths(today, 12 * number)
  }
}

/** Parses a weekday as the next such day after today; `this`, `on` and `next` before it make no difference. */
function readWeekday(text: string, today: string): string | undefined {
  const [, name = ''] = /^(?:this |on |next )?([a-z]+)$/.exec(text) ?? []
  const weekday = weekdays.findIndex((one) => one === name || one.slice(0, 3) === name)
  if (weekday < 0) return undefined
  const from = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, ((weekday - from + 6) % 7) + 1)
}

/** Parses `December 31st` or `31 Dec 2018`; without a year it is the next such day. */
function readMonthDay(text: string, today: string): string | undefined {
  const [, first = '', second = '', year] =
    /^([a-z]+|\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]+|\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/.exec(
      text,
    ) ?? []
  const [name, number] = /^\d/.test(first) ? [second, first] : [first, second]
  const month = months.findIndex((one) => one === name || one.slice(0, 3) === name)
  if (month < 0) return undefined
  const dayIn = (inYear: string | number) =>
    readIsoDay(`${inYear}-${String(month + 1).padStart(2, '0')}-${number.padStart(2, '0')}`)
  if (year !== undefined) return dayIn(year)
  const thisYear = dayIn(today.slice(0, 4))
  return thisYear !== undefined && thisYear >= today
    ? thisYear
    : dayIn(Number(today.slice(0, 4)) + 1)
}

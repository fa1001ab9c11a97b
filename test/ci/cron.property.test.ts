import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextTime, readCron } from '../../src/ci/cron.ts'

const MINUTE = 60_000

/** A field of a crontab as text, and the numbers that it means by its words alone. */
const field = (least: number, most: number) => {
  const number = fc.integer({ min: least, max: most })
  const step = fc.integer({ min: 1, max: 9 })
  const every = (from: number, to: number, by: number) =>
    Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by)
  return fc.oneof(
    fc.constant({ text: '*', numbers: every(least, most, 1) }),
    step.map((by) => ({ text: `*/${by}`, numbers: every(least, most, by) })),
    number.map((one) => ({ text: String(one), numbers: [one] })),
    fc.tuple(number, number).map(([a, b]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      return { text: `${from}-${to}`, numbers: every(from, to, 1) }
    }),
    fc.uniqueArray(number, { minLength: 2, maxLength: 4 }).map((several) => ({
      text: several.join(','),
      numbers: several,
    })),
  )
}

const crontab = fc.record({
  minute: field(0, 59),
  hour: field(0, 23),
  day: field(1, 31),
  month: fc.constant({ text: '*', numbers: Array.from({ length: 12 }, (_, index) => index + 1) }),
  weekday: field(0, 6),
})
const start = fc.integer({
  min: Date.UTC(2020, 0, 1) / 1000,
  max: Date.UTC(2030, 0, 1) / 1000,
})

it('the next time of a crontab is the first minute after now that its fields allow', () => {
  fc.assert(
    fc.property(crontab, start, ({ minute, hour, day, month, weekday }, seconds) => {
      const isEither = !day.text.startsWith('*') && !weekday.text.startsWith('*')
      const fits = (time: number) => {
        const date = new Date(time)
        const isDay = day.numbers.includes(date.getUTCDate())
        const isWeekday = weekday.numbers.includes(date.getUTCDay())
        return (
          minute.numbers.includes(date.getUTCMinutes()) &&
          hour.numbers.includes(date.getUTCHours()) &&
          (isEither ? isDay || isWeekday : isDay && isWeekday)
        )
      }
      const text = [minute, hour, day, month, weekday].map((one) => one.text).join(' ')
      const cron = readCron(text)
      const after = seconds * 1000
      const next = cron && nextTime(cron, 'UTC', after)
      // The 31st on a certain weekday may be years ahead.
      let expected = Math.floor(after / MINUTE) * MINUTE + MINUTE
      const last = after + 4000 * 86_400_000
      while (expected < last && !fits(expected)) expected += MINUTE
      expect({ text, next }).toEqual({ text, next: expected })
    }),
    { numRuns: 100 },
  )
})

import { expect, it } from 'vitest'
import { readElapsedTime } from '../../src/ci/elapsed-time.ts'

const [minute, hour, day] = [60, 3600, 86_400]

it.each([
  ['42', 42],
  ['3 mins 4 sec', 3 * minute + 4],
  ['2 hrs 20 min', 2 * hour + 20 * minute],
  ['2h20min', 2 * hour + 20 * minute],
  ['6 mos 1 day', 6 * 30 * day + day],
  ['47 yrs 6 mos and 4d', 47 * 365.25 * day + 6 * 30 * day + 4 * day],
  ['3 weeks and 2 days', 23 * day],
  [' 1 Week ', 7 * day],
  ['1 day, 12 hours', 36 * hour],
  ['1.5 hours', 90 * minute],
])('reads the elapsed time %j', (text, seconds) => {
  expect(readElapsedTime(text)).toBe(seconds)
})

it.each(['', ' ', '0', '0 days', 'never', 'week', '1 moon', '-1 day', '1 day!', 'and 2'])(
  'takes %j for none',
  (text) => {
    expect(readElapsedTime(text)).toBeUndefined()
  },
)

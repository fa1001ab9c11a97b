import { expect, it } from 'vitest'
import { readDuration, writeDuration } from '../../../src/gitlab/domain/tracker/durations.ts'

it.each([
  ['1mo 1w 2d 3h30m', (160 + 40 + 16 + 3.5) * 3600],
  ['3h 30m', 12600],
  ['2 days, 1 hour', 17 * 3600],
  ['1.5h', 5400],
  ['90s', 90],
  ['2', 7200],
  ['-1h', -3600],
  ['0', 0],
])('reads %s', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds)
})

it.each(['', ' ', '-', 'soon', '1x', 'h1', '1h soon', '1h-30m'])(
  'reads no duration in "%s"',
  (text) => {
    expect(readDuration(text)).toBeUndefined()
  },
)

it.each([
  [5400, '1h 30m'],
  [(160 + 40 + 16 + 3) * 3600 + 61, '1mo 1w 2d 3h 1m 1s'],
  [-3600, '-1h'],
])('writes %d seconds', (seconds, text) => {
  expect(writeDuration(seconds)).toBe(text)
})

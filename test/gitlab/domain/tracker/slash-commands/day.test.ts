import { expect, it } from 'vitest'
import { readDay } from '../../../../../src/gitlab/domain/tracker/slash-commands/day.ts'

// 2017-01-15 was a Sunday.
it.each([
  ['2017-02-28', '2017-02-28'],
  ['today', '2017-01-15'],
  ['Tomorrow', '2017-01-16'],
  ['in 2 days', '2017-01-17'],
  ['3 weeks from now', '2017-02-05'],
  ['in a month', '2017-02-15'],
  ['next week', '2017-01-22'],
  ['in 1 year', '2018-01-15'],
  ['Friday', '2017-01-20'],
  ['this fri', '2017-01-20'],
  ['Sunday', '2017-01-22'],
  ['December 31st', '2017-12-31'],
  ['31 Dec', '2017-12-31'],
  ['1st of January', '2018-01-01'],
  ['Jan 15', '2017-01-15'],
  ['March 3, 2019', '2019-03-03'],
])('%s is %s', (words, day) => {
  expect(readDay(words, '2017-01-15')).toBe(day)
})

it('ends a shorter month on its last day', () => {
  expect(readDay('in 1 month', '2017-01-31')).toBe('2017-02-28')
  expect(readDay('in 13 months', '2016-12-31')).toBe('2018-01-31')
})

it.each(['', 'soon', '2017-02-30', 'February 30', 'in days', 'Friendsday', '31'])(
  '“%s” is no day',
  (words) => {
    expect(readDay(words, '2017-01-15')).toBeUndefined()
  },
)

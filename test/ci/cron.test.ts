import { describe, expect, it } from 'vitest'
import { isTimeZone, nextTime, readCron } from '../../src/ci/cron.ts'

function next(text: string, after: string, zone = 'UTC'): string | undefined {
  const cron = readCron(text)
  if (!cron) throw new Error(`${text} is no cron.`)
  const time = nextTime(cron, zone, Date.parse(after))
  return time === undefined ? undefined : new Date(time).toISOString()
}

describe('the fields of a crontab', () => {
  it.each([
    '0 1 * * *',
    '*/5 0-6,12 1,15 jan-mar mon-fri',
    '5/10 * * * 7',
    '@daily',
    ' 0  0 1 1 * ',
  ])('may be %j', (text) => {
    expect(readCron(text)).toBeDefined()
  })

  it.each([
    '',
    'aww',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '5-1 * * * *',
    '*/0 * * * *',
    '1, * * * *',
    '* * * foo *',
    '@never',
    '-1 * * * *',
  ])('are not %j', (text) => {
    expect(readCron(text)).toBeUndefined()
  })
})

describe('the next time', () => {
  it.each([
    ['0 1 * * *', '2017-01-15T00:30:00Z', '2017-01-15T01:00:00.000Z'],
    ['0 1 * * *', '2017-01-15T01:00:00Z', '2017-01-16T01:00:00.000Z'],
    ['*/20 * * * *', '2017-01-15T10:41:07Z', '2017-01-15T11:00:00.000Z'],
    ['0 0 29 2 *', '2017-01-15T00:00:00Z', '2020-02-29T00:00:00.000Z'],
    ['0 9 * * 1-5', '2017-01-13T09:00:00Z', '2017-01-16T09:00:00.000Z'],
    ['0 9 * * 7', '2017-01-13T09:00:00Z', '2017-01-15T09:00:00.000Z'],
    // The 1st, and each Monday.
    ['0 0 1 * 1', '2017-01-30T00:00:00Z', '2017-02-01T00:00:00.000Z'],
    ['0 0 1 * 1', '2017-02-01T00:00:00Z', '2017-02-06T00:00:00.000Z'],
    ['0 0 * * 1', '2017-02-01T00:00:00Z', '2017-02-06T00:00:00.000Z'],
  ])('of %j after %s is %s', (text, after, expected) => {
    expect(next(text, after)).toBe(expected)
  })

  it('is by the clocks of its time zone', () => {
    expect(next('0 1 * * *', '2017-01-15T12:00:00Z', 'Asia/Tokyo')).toBe('2017-01-15T16:00:00.000Z')
    expect(next('0 12 * * *', '2017-07-01T00:00:00Z', 'Europe/Berlin')).toBe(
      '2017-07-01T10:00:00.000Z',
    )
  })

  it('is none that clocks skip, and once what they show twice', () => {
    // 26 March 2017: from 02:00 to 03:00 in Berlin; 29 October: from 03:00 back to 02:00.
    expect(next('30 2 * * *', '2017-03-25T12:00:00Z', 'Europe/Berlin')).toBe(
      '2017-03-27T00:30:00.000Z',
    )
    const first = next('30 2 * * *', '2017-10-28T12:00:00Z', 'Europe/Berlin') ?? ''
    expect(['2017-10-29T00:30:00.000Z', '2017-10-29T01:30:00.000Z']).toContain(first)
    expect(next('30 2 * * *', first, 'Europe/Berlin')).toBe('2017-10-30T01:30:00.000Z')
  })

  it('is none of a day that there is not', () => {
    expect(next('0 0 30 2 *', '2017-01-15T00:00:00Z')).toBeUndefined()
  })
})

describe('time zones', () => {
  it('are those of the IANA', () => {
    expect(['UTC', 'Europe/Berlin', 'Asia/Tokyo'].every(isTimeZone)).toBe(true)
    expect(['', 'aww', 'Mars/Olympus'].some(isTimeZone)).toBe(false)
  })
})

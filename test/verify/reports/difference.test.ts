import { expect, it } from 'vitest'
import { differenceOf } from '../../../src/verify/reports/difference.ts'

it.each([
  [
    'items of a list',
    '["closed","closed"]',
    '["closed","opened"]',
    '[1]: "closed", received "opened"',
  ],
  [
    'fields',
    '{"a":{"b":1},"c":[2]}',
    '{"a":{"b":3},"c":[]}',
    'a.b: 1, received 3\nc[0]: 2, received nothing',
  ],
  ['other types', '[{"a":1}]', '[[1]]', '[0]: {"a":1}, received [1]'],
])('names the places where %s differ', (_, expected, received, places) => {
  expect(differenceOf(expected, received)).toBe(places)
})

it.each([
  ['texts', '"a"', '"b"'],
  ['sentences', 'none of [1]', '[1]'],
  ['nothing', undefined, undefined],
  ['a list and an object', '[]', '{}'],
])('leaves %s to be read beside each other', (_, expected, received) => {
  expect(differenceOf(expected, received)).toBeUndefined()
})

it('names five places and counts the rest', () => {
  const list = (count: number) => JSON.stringify(Array.from({ length: count }, (_, at) => at))
  expect(differenceOf('[]', list(8))?.split('\n').at(-1)).toBe('and 3 more places')
})

import { expect, it } from 'vitest'
import { beginningOf, isLongerThan, isShorterThan } from '../../src/contract/text-length.ts'

it.each([
  ['', 0, false],
  ['a', 0, true],
  ['ab', 2, false],
  ['abc', 2, true],
  ['🙂🙂', 2, false],
  ['🙂🙂a', 2, true],
  ['🙂🙂🙂', 2, true],
])('%j has more than %d characters: %s', (text, longest, expected) => {
  expect(isLongerThan(text, longest)).toBe(expected)
})

it.each([
  ['', 0, false],
  ['', 1, true],
  ['ab', 2, false],
  ['ab', 3, true],
  ['🙂🙂', 2, false],
  ['🙂🙂', 3, true],
  ['🙂🙂🙂', 3, false],
])('%j has fewer than %d characters: %s', (text, shortest, expected) => {
  expect(isShorterThan(text, shortest)).toBe(expected)
})

it.each([
  ['', 2, ''],
  ['abc', 2, 'ab'],
  ['a🙂b', 2, 'a🙂'],
  ['🙂🙂🙂', 2, '🙂🙂'],
])('%j begins with %d characters: %j', (text, characters, expected) => {
  expect(beginningOf(text, characters)).toBe(expected)
})

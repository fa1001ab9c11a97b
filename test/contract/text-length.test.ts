import { expect, it } from 'vitest'
import { isLongerThan } from '../../src/contract/text-length.ts'

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

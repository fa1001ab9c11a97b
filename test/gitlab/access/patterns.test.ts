import { expect, it } from 'vitest'
import { matchesPattern } from '../../../src/gitlab/access/protection.ts'

it.each([
  ['master', 'master', true],
  ['master', 'mast', false],
  ['1-stable', '*-stable', true],
  ['a/b-stable', '*-stable', true],
  ['-stable', '*-stable', true],
  ['stable', '*-stable', false],
  ['release/1.x/fix', 'release/*/fix', true],
  ['release/fix', 'release/*/fix', false],
  ['anything', '*', true],
  ['abab', 'ab*ab', true],
  ['aba', 'ab*ba', false],
  ['a1b2c', 'a*b*c', true],
  ['acb', 'a*b*c', false],
  ['a.b', 'a?b', false],
] as const)('whether %s matches the pattern %s: %s', (name, pattern, expected) => {
  expect(matchesPattern(name, pattern)).toBe(expected)
})

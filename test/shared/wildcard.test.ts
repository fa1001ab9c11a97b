import { expect, it } from 'vitest'
import { matchesWildcard } from '../../src/shared/wildcard.ts'

it.each([
  ['deploy', 'deploy', true],
  ['deploy', 'deployed', false],
  ['deploy*', 'deploy', true],
  ['deploy*', 'redeploy', false],
  ['*deploy', 'redeploy', true],
  ['*a*b*', 'xaxxbx', true],
  ['*a*b*', 'xbxxax', false],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['*', '', true],
  ['a.c', 'abc', false],
])('%s and %s: %s', (pattern, text, expected) => {
  expect(matchesWildcard(pattern, text)).toBe(expected)
})

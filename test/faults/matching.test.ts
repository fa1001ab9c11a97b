import { expect, it } from 'vitest'
import { matcherOf } from '../../src/faults/matching.ts'

const isHit = (pattern: string, path: string) =>
  matcherOf({ path: pattern })({ method: 'GET', path, operation: undefined, user: undefined })

it.each([
  ['/projects/*/issues', '/projects/1/issues', true],
  ['/projects/*/issues', '/projects/1/issues/2', false],
  ['/projects/*/issues', '/projects/jane%2Fsite/issues', true],
  ['/projects/jane%2Fsite', '/projects/jane%2fsite', true],
  ['/projects/**', '/projects', true],
  ['/projects/**', '/projects/1/issues/2', true],
  ['/projects/**/notes', '/projects/1/issues/2/notes', true],
  ['/projects/**/notes', '/projects/1/issues/2/notes/3', false],
  ['/**/issues/**/notes', '/projects/1/issues/2/notes', true],
  ['/**/issues/**/notes', '/projects/1/notes/2/issues', false],
  ['/projects/', '/projects', true],
  ['/pro*', '/projects', true],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(isHit(pattern, path)).toBe(expected)
})

it('takes no longer where many runs of parts could fit', () => {
  const path = `/${'a/'.repeat(5000)}b`
  const started = process.cpuUsage()
  expect(isHit(`/${'**/a/'.repeat(20)}c`, path)).toBe(false)
  const { user } = process.cpuUsage(started)
  expect(user / 1000).toBeLessThan(500)
})

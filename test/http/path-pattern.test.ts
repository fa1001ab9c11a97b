import { expect, it } from 'vitest'
import { matchesPath } from '../../src/http/path-pattern.ts'

it.each([
  ['/projects/*/issues', '/projects/1/issues', true],
  ['/projects/*/issues', '/projects/1/issues/2', false],
  ['/projects/*/issues', '/projects/jane%2Fsite/issues', true],
  ['/projects/*', '/projects', false],
  ['/projects/jane%2Fsite', '/projects/jane%2fsite', true],
  ['/projects/jane%2F*', '/projects/jane%2fsite', true],
  ['/projects/jane/site', '/projects/jane%2Fsite', false],
  ['/projects/jane%252Fsite', '/projects/jane%2Fsite', false],
  ['/projects/a b', '/projects/a%20b', true],
  ['/projects/%zz', '/projects/%zz', true],
  ['/projects/%2A', '/projects/1', false],
  ['/projects/%2A', '/projects/*', true],
  ['/projects/**', '/projects', true],
  ['/projects/**', '/projects/1/issues/2', true],
  ['/projects/**/notes', '/projects/1/issues/2/notes', true],
  ['/projects/**/notes', '/projects/1/issues/2/notes/3', false],
  ['/**/issues/**/notes', '/projects/1/issues/2/notes', true],
  ['/**/issues/**/notes', '/projects/1/notes/2/issues', false],
  ['/**', '', true],
  ['/', '', true],
  ['/projects/', '/projects', true],
  ['/pro*', '/projects', true],
  ['/proj.cts', '/projects', false],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(matchesPath(pattern, path)).toBe(expected)
})

it('takes no longer where many runs of parts could fit', () => {
  const path = `/${'a/'.repeat(5000)}b`
  const started = process.cpuUsage()
  expect(matchesPath(`/${'**/a/'.repeat(20)}c`, path)).toBe(false)
  const { user } = process.cpuUsage(started)
  expect(user / 1000).toBeLessThan(500)
})

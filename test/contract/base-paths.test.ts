import { expect, it } from 'vitest'
import { readBaseUrl } from '../../src/contract/base-paths.ts'

it.each([
  ['https://forge.test', 'https://forge.test'],
  ['https://forge.test/', 'https://forge.test'],
  ['https://forge.test/api/v3', 'https://forge.test'],
  ['https://forge.test/api/v3/', 'https://forge.test'],
  ['http://127.0.0.1:8080/sub/api/v3', 'http://127.0.0.1:8080/sub'],
  ['https://forge.test/sub/', 'https://forge.test/sub'],
  ['https://forge.test/api/v3/sub', 'https://forge.test/api/v3/sub'],
  ['https://FORGE.test:443', 'https://forge.test'],
])('reads %s as %s', (text, meant) => {
  expect(readBaseUrl(text)).toBe(meant)
})

it.each([
  'forge.test',
  'localhost:8080',
  'ftp://forge.test',
  '/sub',
  '',
  'https://forge.test?page=1',
  'https://forge.test#top',
  'https://jane:secret@forge.test',
])('reads nothing of %j', (text) => {
  expect(readBaseUrl(text)).toBeUndefined()
})

it('reads a path by the address of the page', () => {
  expect(readBaseUrl('/sub/api/v3', 'http://localhost:5173/index.html')).toBe(
    'http://localhost:5173/sub',
  )
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isUrl } from '../../src/shared/is-url.ts'

it.each([
  ['https://app.example', undefined, true],
  ['https://müller.example', undefined, true],
  ['app.example', undefined, false],
  ['https://', undefined, false],
  ['/path', 'https://app.example', true],
  ['https://[', 'https://app.example', false],
])('says of %s beside %s whether it is a URL: %s', (text, relativeTo, expected) => {
  expect(isUrl(text, relativeTo)).toBe(expected)
})

it('takes letters beyond ASCII however often it was asked before', () => {
  for (let call = 0; call < 100_000; call++) isUrl(`https://app.example/${call % 7}`)
  expect(isUrl('https://müller.example')).toBe(true)
})

it('is asked everywhere in place of URL.canParse', () => {
  const source = fileURLToPath(new URL('../../src', import.meta.url))
  const asking = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.endsWith('is-url.ts') &&
      !path.includes('generated') &&
      readFileSync(join(source, path), 'utf8').includes('URL.canParse('),
  )
  expect(asking).toEqual([])
})

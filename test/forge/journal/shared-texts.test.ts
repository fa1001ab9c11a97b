import { expect, it, vi } from 'vitest'
import { SharedTexts } from '../../../src/forge/journal/shared-texts.ts'

const headersOf = (...raw: string[]) => {
  const headers = new Headers()
  for (let index = 0; index < raw.length; index += 2)
    headers.append(raw[index] ?? '', raw[index + 1] ?? '')
  return headers
}

it('gives a line for each header, by its name in lower case', () => {
  expect(new SharedTexts().headerText(headersOf('X-Trace', 'abc', 'Accept', '*/*'))).toBe(
    'accept: */*\nx-trace: abc\n',
  )
})

it.each([
  ['the same ones', ['a', '1', 'b', '2'], true],
  ['another value', ['a', '1', 'b', '3'], false],
  ['one more', ['a', '1', 'b', '2', 'c', '3'], false],
  ['none', [], false],
])(
  'reads headers that come as a list again where they are not those before: %s',
  (_, raw, isSame) => {
    const shared = new SharedTexts()
    const before = ['a', '1', 'b', '2']
    shared.headerText(Object.assign(headersOf(...before), { raw: before }))
    const headers = headersOf(...raw)
    const read = vi.spyOn(headers, 'forEach')
    const text = shared.headerText(Object.assign(headers, { raw }))
    expect(read).toHaveBeenCalledTimes(isSame ? 0 : 1)
    expect(text).toBe(new SharedTexts().headerText(headersOf(...raw)))
  },
)

it('gives the same list where its texts are the same, of each kind', () => {
  const shared = new SharedTexts()
  const secrets = shared.list('secrets', ['one'])
  expect(shared.list('secrets', ['one'])).toBe(secrets)
  expect(shared.list('defaulted', ['other'])).toEqual(['other'])
  expect(shared.list('secrets', ['one'])).toBe(secrets)
  expect(shared.list('secrets', ['other'])).toEqual(['other'])
  expect(shared.list('secrets', [])).toEqual([])
})

import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../src/contract/errors.ts'
import { readFields, readForm } from '../../src/http/form.ts'

it.each<[string, unknown]>([
  ['', {}],
  ['a=1', { a: '1' }],
  ['?a=1', { a: '1' }],
  ['&&a=1&', { a: '1' }],
  ['a=b=c', { a: 'b=c' }],
  ['=b', { '': 'b' }],
  ['%61=%2B+%26', { a: '+ &' }],
  ['a=1&a=2', { a: '2' }],
  ['a', { a: '' }],
  ['a=b+c%20d%C3%A9', { a: 'b c dé' }],
  ['a=100%', { a: '100%' }],
  ['a=%%41%4', { a: '%A%4' }],
  ['a=%zz%4g%C3%A9', { a: '%zz%4gé' }],
  ['a=%EF%BB%BF1', { a: '\ufeff1' }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a%5B%5D=1', { a: ['1'] }],
  ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
  ['a[b][c]=1', { a: { b: { c: '1' } } }],
  ['a[b][]=1&a[b][]=2', { a: { b: ['1', '2'] } }],
  ['a[][b]=1&a[][c]=2&a[][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
  ['a=1&a[]=2', { a: ['2'] }],
  ['a[]=1&a[b]=2', { a: { b: '2' } }],
  ['a[b=1', { 'a[b': '1' }],
  ['a[b]c=1', { 'a[b]c': '1' }],
  ['[a]=1', { '[a]': '1' }],
  ['a[1][2][3][4][5][6]=x', { a: { 1: { 2: { 3: { 4: { 5: { 6: 'x' } } } } } } }],
  ['a[1][2][3][4][5][6][7]=x', {}],
])('reads %j', (text, fields) => {
  expect(JSON.parse(JSON.stringify(readForm(text)))).toEqual(fields)
})

it('makes objects without a prototype', () => {
  const fields = readForm('__proto__[a]=1&b[__proto__][c]=2&__proto__=3')
  expect(Object.getPrototypeOf(fields)).toBeNull()
  expect(Object.keys(fields)).toEqual(['__proto__', 'b'])
  expect(({} as Record<string, unknown>).a).toBeUndefined()
})

it.each(['a=%ff', 'a=%C3', '%C3%28=1', 'a=%ED%A0%80'])('refuses what is not UTF-8: %s', (text) => {
  expect(() => readForm(text)).toThrow('not UTF-8')
})

it('neither searches nor lengthens a text of signs that begin no escape', () => {
  const [replace, decode] = [
    vi.spyOn(String.prototype, 'replace'),
    vi.spyOn(globalThis, 'decodeURIComponent'),
  ]
  const text = '%'.repeat(100_000)
  expect({ ...readForm(`name=${text}`) }).toEqual({ name: text })
  const searched = replace.mock.contexts.filter((one) => String(one).length >= text.length)
  const decoded = decode.mock.calls.filter(([value]) => value.length >= text.length)
  vi.restoreAllMocks()
  expect([searched.length, decoded.length]).toEqual([0, 0])
})

it('takes fields as they are', () => {
  expect({
    ...readFields([
      ['a[]', '%ff'],
      ['b', 'c'],
    ]),
  }).toEqual({ a: ['%ff'], b: 'c' })
})

describe('a form of 10 MiB is read, or refused for its many fields, in time in proportion to its length', () => {
  const size = 10 * 2 ** 20
  it.each([
    'a=1&',
    'a[]=1&',
    'a[][b]=1&',
    'a[b][c][d]=1&',
    'a[',
    '[]',
    '%41',
    '%41a',
    '%c3%a4b',
    '%',
    '+',
    '&',
    '=',
  ])('of nothing but %s', (part) => {
    const secondsFor = (length: number) => {
      const text = part.repeat(length / part.length)
      const before = process.cpuUsage()
      try {
        readForm(text)
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError)
      }
      return process.cpuUsage(before).user / 1e6
    }
    secondsFor(size / 10)
    // Quadratic time would make it a hundred times that of a tenth; noise makes it less than forty.
    const [tenth, whole] = [Math.max(0.02, secondsFor(size / 10)), secondsFor(size)]
    expect(whole / tenth).toBeLessThan(40)
    expect(whole).toBeLessThan(4)
  })
})

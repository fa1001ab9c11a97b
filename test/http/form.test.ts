import { expect, it } from 'vitest'
import { readFields, readForm } from '../../src/http/form.ts'

it.each<[string, unknown]>([
  ['', {}],
  ['a=1', { a: '1' }],
  ['a=1&a=2', { a: '2' }],
  ['a', { a: '' }],
  ['a=b+c%20d%C3%A9', { a: 'b c dé' }],
  ['a=100%', { a: '100%' }],
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

it('takes fields as they are', () => {
  expect({
    ...readFields([
      ['a[]', '%ff'],
      ['b', 'c'],
    ]),
  }).toEqual({ a: ['%ff'], b: 'c' })
})

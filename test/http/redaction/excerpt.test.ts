import { expect, it } from 'vitest'
import { excerptOfFields, measuredExcerpt } from '../../../src/http/redaction/excerpt.ts'

it('keeps small fields as they are', () => {
  const fields = { title: 'a', n: 1, yes: true, none: null, list: ['b', { c: 'd' }] }
  expect(excerptOfFields(fields)).toEqual(fields)
})

it('marks what it leaves out', () => {
  const nest = (depth: number): object => (depth === 0 ? {} : { deeper: nest(depth - 1) })
  const kept = excerptOfFields({
    content: 'x'.repeat(1_000_000),
    many: Array.from({ length: 1_000_000 }, () => 1),
    nested: nest(50),
    ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index])),
  })
  expect(kept.content).toBe('(a text of 1000000 characters)')
  expect((kept.many as unknown[]).at(-1)).toBe('(999900 more)')
  expect(JSON.stringify(kept.nested)).toContain('"…"')
  expect(kept['…']).toBe('(403 more)')
  expect(JSON.stringify(kept).length).toBeLessThan(3000)
})

it('is small whatever is sent', () => {
  const wide = (depth: number): unknown =>
    depth === 0 ? 'x'.repeat(1990) : Array.from({ length: 9 }, () => wide(depth - 1))
  expect(JSON.stringify(excerptOfFields({ wide: wide(5) })).length).toBeLessThan(100_000)
  const names = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`${index}${'x'.repeat(100_000)}`, 1]),
  )
  expect(JSON.stringify(excerptOfFields(names)).length).toBeLessThan(5000)
  const longNames = (place: number) =>
    Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`${place}_${index}_`.padEnd(190, 'x'), 1]),
    )
  const many = Array.from({ length: 100 }, (_, place) => longNames(place))
  const { fields, characters } = measuredExcerpt({ many })
  expect(JSON.stringify(fields).length).toBeLessThan(100_000)
  expect(characters).toBeGreaterThan(65_000)
})

it('masks secrets, and names that are none of a parameter', () => {
  expect(excerptOfFields({ token: 'x', 'a[password]': { b: 1 }, '{"password":"x"}': '' })).toEqual({
    token: '[MASKED]',
    'a[password]': '[MASKED]',
    '[MASKED]': '',
  })
})

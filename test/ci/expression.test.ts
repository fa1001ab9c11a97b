import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileExpression, matchesExpression } from '../../src/ci/expression.ts'
import { processorTime } from '../growth.ts'

const matches = (source: string, text: string) => matchesExpression(compileExpression(source), text)

/** Expressions over a, b and c, of every kind that is known. */
const { expression } = fc.letrec<{ expression: string; item: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('item'),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => a + b),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a}|${b})`),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map((all) => all.join('|')),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('*', '+', '?', '*?', '+?', '{2}', '{1,}', '{0,2}', '{2,3}', '{0}'),
      )
      .map(([a, times]) => `(?:${a})${times}`),
    tie('expression').map((a) => `^${a}`),
    tie('expression').map((a) => `${a}$`),
  ),
  item: fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '[a-c]', '\\w', '\\d', '\\.', '()', ''),
}))

describe('an expression', () => {
  it('finds what the expressions of the language find', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), maxLength: 8 }))
    fc.assert(
      fc.property(expression, texts, (source, all) => {
        fc.pre(source.length < 40)
        const known = new RegExp(source, 's')
        for (const text of ['', ...all]) {
          expect([source, text, matches(source, text)]).toEqual([source, text, known.test(text)])
        }
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['\\Afeature\\/', 'feature/x', true],
    ['\\Aeature', 'feature/x', false],
    ['x\\z', 'feature/x', true],
    ['/\\Z', 'feature/x', false],
    ['^v\\d+\\.\\d+$', 'v1.22', true],
    ['^v\\d+\\.\\d+$', 'v1x22', false],
    ['[*+)]', 'a)', true],
    ['[\\]]', ']', true],
    ['a\\|b', 'a|b', true],
  ])('%s in %s: %s', (source, text, expected) => {
    expect(matches(source, text)).toBe(expected)
  })

  it.each([
    '(',
    ')',
    'a)',
    '[a',
    '*a',
    'a**',
    'a{',
    'a{1',
    '\\',
    '(a)\\1',
    '\\b',
    '(?=a)',
    '(?<n>a)',
    'a{500}',
    '((a{20}){20})',
    '[b-a]',
    '('.repeat(100_000),
    `${'('.repeat(60)}a${')'.repeat(60)}`,
  ])('cannot be %s', (source) => {
    expect(() => compileExpression(source)).toThrow(SyntaxError)
  })

  it.each(['^(a+)+$', '^(a|a)*$', '(a*)*b', 'a*a*a*a*a*a*a*a*b', '(a?){50}a{50}'])(
    'takes no time to speak of: %s',
    (source) => {
      const started = processorTime()
      expect(matches(source, `${'a'.repeat(5000)}c`)).toBe(source.endsWith('{50}'))
      expect(processorTime() - started).toBeLessThan(2000)
    },
  )
})

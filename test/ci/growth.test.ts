import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../../src/ci/configuration.ts'
import { compileExpression, matchesExpression } from '../../src/ci/expression.ts'
import { expandVariables, slugOf } from '../../src/ci/variables.ts'
import { growthExponent, MAX_EXPONENT } from '../growth.ts'

function attempt(work: () => unknown): void {
  try {
    work()
  } catch {
    // What is refused has been read as well.
  }
}

describe('a .gitlab-ci.yml is read in a time that grows with its length', () => {
  it.each([
    ['quotes', '', '"'],
    ['pairs of quotes', 'a: ', '""'],
    ['single quotes', '', "'"],
    ['anchors', 'a: ', '&a '],
    ['tags', 'a: ', '!t '],
    ['anchors and tags', '', '&a !t '],
    ['lists with anchors and tags', '', '- &a !t b\n'],
    ['unknown aliases', '', '- *a\n'],
    ['open brackets', 'a: ', '['],
    ['open braces', 'a: ', '{'],
    ['nested lists', '', '- '],
    ['nested maps', '', 'a: '],
    ['block texts', 'a: |\n ', ' x\n'],
    ['block marks', 'a: ', '|\n'],
    ['documents', '', '---\n'],
    ['directives', '', '%YAML 1.1\n'],
    ['the same key', '', 'a: { script: b }\n'],
    ['merge keys', 'a: { script: b }\n', '<<: { c: d }\n'],
    ['a long script', 'a:\n  script:\n', '    - b\n'],
    ['a script of wrong values', 'a:\n  script:\n', '    - { b: c }\n'],
    ['stages', 'a: { script: b, stage: c }\nstages:\n', '  - c\n'],
    ['variables', 'a: { script: b }\nvariables:\n', '  a: 1\n'],
    ['spaces', 'a: ', ' '],
    ['empty lines', 'a:', '\n'],
    ['commas', 'a: [', ','],
    ['flow maps', 'a: [', '{a: b},'],
    ['comments', '', '#\n'],
  ])('of %s', async (_, prefix, piece) => {
    const exponent = await growthExponent(20_000, (size) => {
      const text = prefix + piece.repeat(size / piece.length)
      return () => attempt(() => readConfiguration(text))
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })

  it('and is refused in the words of later releases where it holds too much', () => {
    const script = (lines: number) => `a:\n  script:\n${'    - b\n'.repeat(lines)}`
    expect(readConfiguration(script(20_000))[0]?.commands.split('\n')).toHaveLength(20_000)
    expect(() => readConfiguration(script(25_000))).toThrow(
      'Invalid configuration format: The parsed YAML is too big',
    )
  })
})

describe('variables', () => {
  const inBraces = (name: string) => ['$', '{', name, '}'].join('')

  it('are not expanded beyond what is asked for', () => {
    const value = 'x'.repeat(100_000)
    const variables = new Map([['A', value]])
    expect(expandVariables('$A'.repeat(10_000), variables, 255)).toBeUndefined()
    expect(expandVariables(inBraces('A'), variables, 100_000)).toBe(value)
    expect(expandVariables('a$A', variables, 100_000)).toBeUndefined()
    expect(expandVariables(`a$B-${inBraces('B')}b`, variables, 3)).toBe('a-b')
  })

  it.each(['$', '${', '${A', '$A', '-', '$-'])('of %s are found in linear time', async (piece) => {
    const exponent = await growthExponent(20_000, (size) => {
      const text = piece.repeat(size)
      return () => [expandVariables(text, new Map(), 1e9), slugOf(`a${text}a`, 1e9)]
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })
})

describe('expressions', () => {
  it.each(['(a?){90}', 'a*a*a*b', '(a|a)*b'])(
    '%s takes a time that grows with the name of the ref',
    async (source) => {
      const expression = compileExpression(source)
      const exponent = await growthExponent(250, (size) => {
        const text = 'a'.repeat(size)
        return () => matchesExpression(expression, `${text}c`)
      })
      expect(exponent).toBeLessThan(MAX_EXPONENT)
    },
  )

  it.each(['a', '[a]', '(a)', 'a|', '\\a', 'a{1}', '(', '[', '{1}', 'a{0}'])(
    'of %s are compiled in a time that grows with their length',
    async (piece) => {
      const exponent = await growthExponent(1000, (size) => {
        const source = piece.repeat(size)
        return () => attempt(() => compileExpression(source))
      })
      expect(exponent).toBeLessThan(MAX_EXPONENT)
    },
  )
})

import { describe, expect, it } from 'vitest'
import {
  CircularReference,
  type Referring,
  withoutReferences,
} from '../../src/ci/variable-references.ts'

const expanded = (...pairs: readonly (readonly [string, string, 'raw'?])[]) => {
  const variables: Referring[] = pairs.map(([key, value, raw]) => ({
    key,
    value,
    raw: raw === 'raw',
  }))
  const result = withoutReferences(variables)
  if (result instanceof CircularReference) return result.keys
  return Object.fromEntries(result.map(({ key, value }) => [key, value]))
}

describe('references between variables', () => {
  it.each([
    ['$A-b', 'a-b'],
    [`\${A}b`, 'ab'],
    ['%A%b', 'ab'],
    ['$NONE.', '.'],
    ['$$A', '$A'],
    ['100%%', '100%'],
    ['$1 costs 5$', '$1 costs 5$'],
    ['$A$A', 'aa'],
  ])('%s is %s', (value, result) => {
    expect(expanded(['A', 'a'], ['B', value])).toEqual({ A: 'a', B: result })
  })

  it('are followed through a chain that is longer than the stack is deep', () => {
    const count = 10_000
    const chain = Array.from({ length: count }, (_, n) => [`V${n}`, `$V${n + 1}`] as const)
    expect(expanded(...chain, [`V${count}`, 'x'])).toMatchObject({ V0: 'x', V5000: 'x' })
  })

  it('take up no more than a million characters in all: further values stay as they were written', () => {
    const many = Array.from({ length: 100 }, (_, n) => [`W${n}`, '<$LARGE'] as const)
    const large = 'x'.repeat(90_000)
    const values = expanded(['LARGE', large], ...many)
    expect(values).toMatchObject({ W0: `<${large}`, W99: '<$LARGE' })
    expect(JSON.stringify(values).length).toBeLessThan(1_200_000)
  })

  it('are a circle where the value before leads back to the one that names it', () => {
    expect(expanded(['A', '$B'], ['B', '$A'], ['A', '$A'])).toEqual(['A', 'B', 'A'])
  })

  it('are followed further, whatever the order', () => {
    expect(expanded(['C', '$B!'], ['B', '<$A>'], ['A', 'a'])).toEqual({
      A: 'a',
      B: '<a>',
      C: '<a>!',
    })
  })

  it('stay in a raw value, which others are given as it is', () => {
    expect(expanded(['A', 'a'], ['B', '$A', 'raw'], ['C', '$B'])).toEqual({
      A: 'a',
      B: '$A',
      C: '$A',
    })
  })

  it('mean the last of a key, and in a value of the same key the one before', () => {
    expect(expanded(['A', 'one'], ['B', '$A'], ['A', '$A two'], ['A', '$A three'])).toEqual({
      A: 'one two three',
      B: 'one two three',
    })
    expect(expanded(['A', '$A'])).toEqual({ A: '' })
  })

  it('are an error in a circle', () => {
    expect(expanded(['X', '$A'], ['A', '$B'], ['B', '$C'], ['C', '$A'])).toEqual(['A', 'B', 'C'])
    expect(expanded(['A', '$B'], ['B', '$A', 'raw'])).toEqual({ A: '$A', B: '$A' })
  })

  it('do not make a value longer than a value may be', () => {
    const doubling = Array.from(
      { length: 60 },
      (_, index) => [`V${index + 1}`, `$V${index}$V${index}`] as const,
    )
    const result = expanded(['V0', 'x'.repeat(10)], ...doubling)
    for (const value of Object.values(result)) expect(value.length).toBeLessThanOrEqual(200_000)
  })
})

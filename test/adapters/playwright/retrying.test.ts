import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { equals, retrying } from '../../../src/adapters/playwright/retrying.ts'

/** A matcher that passes from a certain look on, and counts the looks. */
function passingFrom(look: number) {
  const matcher = Object.assign(
    () => ({ pass: ++matcher.looks >= look, message: () => `look ${matcher.looks}` }),
    { looks: 0 },
  )
  return matcher
}

describe('a matcher that waits', () => {
  it('looks again until it holds', async () => {
    const matcher = passingFrom(3)
    const { pass } = await retrying(matcher).call({ isNot: false }, {})
    expect([pass, matcher.looks]).toEqual([true, 3])
  })

  it('is content at once with what must not be and is not', async () => {
    const matcher = passingFrom(2)
    const { pass } = await retrying(matcher).call({ isNot: true }, {})
    expect([pass, matcher.looks]).toEqual([false, 1])
  })

  it('gives up after five seconds', async () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const results: unknown[] = []
    const matcher = retrying(passingFrom(Number.POSITIVE_INFINITY))
    matcher.call({ isNot: false }, {}).then(({ pass }) => results.push(pass))
    await vi.advanceTimersByTimeAsync(4990)
    expect(results).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(results).toEqual([false])
  })
})

describe('the comparison', () => {
  it.each([
    [1, 1, true],
    ['1', 1, false],
    [null, undefined, false],
    [['a'], ['a'], true],
    [['a', 'b'], ['a'], false],
    [{ 0: 'a' }, ['a'], false],
    [{ a: { b: [1] } }, { a: { b: [1] } }, true],
    [{ a: 1, b: undefined }, { a: 1, c: undefined }, false],
    [{ a: 'text' }, { a: expect.any(String) }, true],
    [{ a: 1 }, { a: expect.any(String) }, false],
    ['It leaks', expect.stringContaining('leak'), true],
  ])('of %j with %j is %s', (actual, expected, isEqual) => {
    expect(equals(actual, expected)).toBe(isEqual)
  })
})

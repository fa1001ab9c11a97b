import { expect, it } from 'vitest'
import { randomId, seededRandom } from '../../src/shared/random.ts'

it('has the form of a version 4 UUID, whatever the numbers', () => {
  for (const number of [0, 0.25, 0.5, 0.999, 1 - 2 ** -32]) {
    expect(randomId(() => number)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  }
})

it('is another one each time, and the same from the same numbers', () => {
  const random = seededRandom(1)
  const ids = Array.from({ length: 1000 }, () => randomId(random))
  expect(new Set(ids).size).toBe(1000)
  expect(randomId(seededRandom(1))).toBe(ids[0])
})

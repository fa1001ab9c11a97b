import { expect, it } from 'vitest'
import { isExplained, isFlat, percentile } from './numbers.ts'

const mebibyte = 2 ** 20

it('finds what a share of some numbers does not exceed', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => 200 - index)
  expect([0, 0.5, 0.99, 1].map((share) => percentile(numbers, share))).toEqual([1, 100, 198, 200])
  expect(percentile([], 0.5)).toBeNaN()
})

it.each([
  [[10, 30, 30, 31, 29], true],
  [[10, 30, 32, 34, 36], false],
  [[10, 30, 30, 30, 40], false],
])('distinguishes a heap that stays from one that grows: %j', (heaps, expected) => {
  expect(isFlat(heaps.map((one) => one * mebibyte))).toBe(expected)
})

it.each([
  [0, 2, true],
  [0, 5, false],
  [10_000, 20, true],
  [10_000, 60, false],
])('takes %i records for a growth of %i MiB or not', (written, grown, expected) => {
  expect(isExplained(50 * mebibyte, (50 + grown) * mebibyte, written)).toBe(expected)
})

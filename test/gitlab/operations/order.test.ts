import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstInOrder } from '../../../src/gitlab/operations/order.ts'

const byRank = (a: { rank: number; id: number }, b: { rank: number; id: number }) =>
  a.rank - b.rank || a.id - b.id

it('gives what sorting and cutting would, and leaves the records as they were', () => {
  const records = fc
    .array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 })
    .map((ranks) => Object.freeze(ranks.map((rank, id) => ({ rank, id }))))
  fc.assert(
    fc.property(records, fc.integer({ min: 0, max: 250 }), (all, count) => {
      expect(firstInOrder(all, count, byRank)).toEqual([...all].sort(byRank).slice(0, count))
    }),
  )
})

it.each([1, -1])(
  'compares each of a long list about once, sorted this way or the other: %i',
  (direction) => {
    const records = Array.from({ length: 10_000 }, (_, id) => ({ rank: direction * id, id }))
    let comparisons = 0
    firstInOrder(records, 20, (a, b) => {
      comparisons += 1
      return byRank(a, b)
    })
    expect(comparisons).toBeLessThan(1.1 * records.length)
  },
)

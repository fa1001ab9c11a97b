import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rangeOfLists } from '../../../src/gitlab/operations/lists.ts'

const order = (a: { rank: number; id: number }, b: { rank: number; id: number }) =>
  a.rank - b.rank || a.id - b.id

it.each([4, 20])(
  'gives what joining, sorting and cutting would, of up to %i lists',
  (maxLength) => {
    const lists = fc
      .array(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 40 }), { maxLength })
      .map((all) =>
        all.map((ranks, list) =>
          Object.freeze(
            ranks.map((rank, index) => ({ rank, id: list * 1000 + index })).sort(order),
          ),
        ),
      )
    const position = fc.integer({ min: 0, max: 200 })
    fc.assert(
      fc.property(lists, fc.boolean(), position, position, (all, isUpwards, from, count) => {
        const sorted = all.flat().sort(order)
        const wanted = isUpwards ? sorted : sorted.reverse()
        const sort = isUpwards ? 'asc' : 'desc'
        expect(rangeOfLists({ lists: all, order, sort }, from, from + count)).toEqual(
          wanted.slice(from, from + count),
        )
      }),
      { numRuns: 500 },
    )
  },
)

it('compares no more for a page in the middle of long lists than it takes to find it', () => {
  const length = 100_000
  const lists = [0, 1, 2].map((first) =>
    Array.from({ length }, (_, index) => ({ rank: 3 * index + first, id: 3 * index + first })),
  )
  let comparisons = 0
  const counted: typeof order = (a, b) => {
    comparisons += 1
    return order(a, b)
  }
  const page = rangeOfLists({ lists, order: counted, sort: 'desc' }, length, length + 20)
  expect(page.map(({ rank }) => rank)).toEqual(
    Array.from({ length: 20 }, (_, index) => 3 * length - 1 - length - index),
  )
  expect(comparisons).toBeLessThan(500)
})

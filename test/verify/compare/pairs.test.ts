import { expect, it } from 'vitest'
import { createDraw } from '../../../src/verify/compare/draw.ts'
import { coverPairs, type Row } from '../../../src/verify/compare/pairs.ts'

const factors = {
  state: [undefined, 'opened', 'closed'],
  labels: [undefined, 'bug', 'roof', 'bug,roof'],
  sort: [undefined, 'asc', 'desc'],
  page: [undefined, 1, 2],
  caller: ['owner', 'developer'],
}

type Named = string | number | undefined

const pairsIn = (rows: readonly Row<Named>[]) =>
  new Set(
    rows.flatMap((row) =>
      Object.entries(row).flatMap((one, place) =>
        Object.entries(row)
          .slice(place + 1)
          .map((other) => [...one, ...other].map(String).join(' ')),
      ),
    ),
  )

/** All combinations, with each pair that there is. */
const everything = Object.entries(factors).reduce<readonly Row<Named>[]>(
  (rows, [name, values]) =>
    rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
  [{}],
)

it.each([1, 2, 3])(
  'lets each value of a factor meet each of another one, drawn from %i',
  (seed) => {
    const rows = coverPairs<Named>(factors, createDraw(seed))
    expect(pairsIn(rows)).toEqual(pairsIn(everything))
    expect(everything).toHaveLength(216)
    // At least as many rows as the two largest factors have combinations.
    expect(rows.length).toBeGreaterThanOrEqual(12)
    expect(rows.length).toBeLessThan(20)
  },
)

it('keeps the order of the factors, and draws the same rows from the same seed', () => {
  const rows = coverPairs<Named>(factors, createDraw(5))
  expect(rows).toEqual(coverPairs<Named>(factors, createDraw(5)))
  expect(rows).not.toEqual(coverPairs<Named>(factors, createDraw(6)))
  for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(factors))
})

it('lets no two values meet that exclude one another, and all others', () => {
  const areExclusive = ({ sort, page }: Row<Named>) => sort === 'desc' && page === 2
  const rows = coverPairs<Named>(factors, createDraw(7), areExclusive)
  expect(rows.filter(areExclusive)).toEqual([])
  expect(pairsIn(rows)).toEqual(pairsIn(everything.filter((row) => !areExclusive(row))))
})

it('covers two factors by their product, and one alone or none by nothing', () => {
  const draw = createDraw(8)
  expect(coverPairs<Named>({ sort: ['asc', 'desc'], page: [1, 2, 3] }, draw)).toHaveLength(6)
  expect(coverPairs<Named>({ sort: ['asc'] }, draw)).toEqual([])
  expect(coverPairs<Named>({}, draw)).toEqual([])
})

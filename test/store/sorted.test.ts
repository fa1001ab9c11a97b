import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { IndexedCollection } from '../../src/store/collection.ts'

const model = z.object({ id: z.int(), group: z.int(), at: z.string() })

function createDated() {
  return new IndexedCollection(
    model,
    {
      group: (one) => one.group,
      groups: ({ group, at }) => (at === '2016' ? [] : [group, at, at]),
    },
    { orders: { at: (a, b) => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1) } },
  )
}

interface Step {
  readonly kind: 'put' | 'take' | 'change' | 'read' | 'fork'
  readonly id: number
  readonly group: number
  readonly at: string
}

const step = fc.record<Step>({
  kind: fc.constantFrom('put', 'put', 'put', 'take', 'change', 'read', 'fork'),
  id: fc.integer({ min: 1, max: 40 }),
  group: fc.integer({ min: 1, max: 2 }),
  at: fc.constantFrom('2016', '2017', '2018'),
})

describe('records in order', () => {
  it('are what a plain list sorted for each look says, whatever is written in whatever order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let collection = createDated()
        const plain = new Map<number, z.output<typeof model>>()
        for (const { kind, ...record } of steps) {
          const there = collection.get(record.id)
          expect(there).toEqual(plain.get(record.id))
          if (kind === 'put' && !there) plain.set(record.id, collection.insert(record))
          if (kind === 'take' && there) {
            collection.remove(there)
            plain.delete(record.id)
          }
          if (kind === 'change' && there) plain.set(record.id, collection.replace(there, record))
          if (kind === 'fork') {
            const other = createDated()
            other.restore(collection.snapshot())
            collection.insert({ id: 99, group: 1, at: '2016' })
            collection = other
          }
          if (kind === 'read') expectSame(collection, plain)
        }
        expectSame(collection, plain)
      }),
      { numRuns: 300 },
    )
  })

  it('are put in order by the thousand without moving what comes after each', () => {
    const collection = createDated()
    const count = 3000
    for (let index = 0; index < count; index++) {
      collection.insert({ id: 1 + ((index * 1009) % count), group: 1, at: '2016' })
    }
    expect(collection.all().map(({ id }) => id)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    )
    expect(collection.by('group', 1)).toEqual(collection.all())
  })
})

function expectSame(
  collection: ReturnType<typeof createDated>,
  plain: ReadonlyMap<number, z.output<typeof model>>,
): void {
  const all = [...plain.values()].sort((a, b) => a.id - b.id)
  expect(collection.all()).toEqual(all)
  expect(collection.findMany()).toEqual(all)
  expect(collection.count()).toBe(all.length)
  for (const group of [1, 2]) {
    const inGroup = all.filter((one) => one.group === group)
    expect(collection.by('group', group)).toEqual(inGroup)
    // Sorting is stable: equals stay in the order of their ids.
    inGroup.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1))
    expect(collection.by('group', group, 'at')).toEqual(inGroup)
    expect(collection.by('groups', group, 'at')).toEqual(inGroup.filter(({ at }) => at !== '2016'))
  }
  for (const at of ['2016', '2017', '2018']) {
    const then = at === '2016' ? [] : all.filter((one) => one.at === at)
    expect(collection.by('groups', at)).toEqual(then)
  }
}

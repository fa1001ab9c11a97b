import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { IndexedCollection } from '../../src/store/collection.ts'
import { byId, putSorted, readSorted, sharedSorted } from '../../src/store/sorted.ts'

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
  readonly kind: 'put' | 'take' | 'change' | 'read' | 'fork' | 'keep' | 'go back'
  readonly id: number
  readonly group: number
  readonly at: string
}

const step = fc.record<Step>({
  kind: fc.constantFrom('put', 'put', 'put', 'take', 'change', 'read', 'fork', 'keep', 'go back'),
  id: fc.integer({ min: 1, max: 40 }),
  group: fc.integer({ min: 1, max: 2 }),
  at: fc.constantFrom('2016', '2017', '2018'),
})

describe('records in order', () => {
  it('are what a plain list sorted for each look says, whatever is written in whatever order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let collection = createDated()
        let plain = new Map<number, z.output<typeof model>>()
        let kept = { snapshot: collection.snapshot(), plain: new Map(plain) }
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
          if (kind === 'keep') kept = { snapshot: collection.snapshot(), plain: new Map(plain) }
          if (kind === 'go back') {
            collection.restore(kept.snapshot)
            plain = new Map(kept.plain)
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

describe('records that come after those of a snapshot', () => {
  it('are kept beside as long as they are few, and stand at the end of a copy then', () => {
    const shared = [1, 2, 3].map((id) => ({ id }))
    const list = sharedSorted(shared)
    const beside = Array.from({ length: 100 }, (_, index) => {
      putSorted(list, { id: index + 4 }, byId)
      return list.late?.size ?? 0
    })
    expect(Math.max(...beside)).toBe(16)
    expect(beside.at(-1)).toBe(0)
    expect(readSorted(list, byId).map(({ id }) => id)).toEqual(
      Array.from({ length: 103 }, (_, index) => index + 1),
    )
    expect(shared).toHaveLength(3)
  })
})

describe('an index', () => {
  function createCounted() {
    let filed = 0
    const keyOf = ({ group }: { readonly group: number }) => {
      filed += 1
      return group
    }
    const collection = new IndexedCollection(model, { group: keyOf })
    for (let id = 1; id <= 1000; id++) collection.insert({ id, group: id % 3, at: '2016' })
    const filedBy = (step: () => void) => {
      const before = filed
      step()
      return filed - before
    }
    return { collection, filedBy }
  }

  it('is built once for all that go on from a snapshot, whoever first asks for it', () => {
    const { collection, filedBy } = createCounted()
    const snapshot = collection.snapshot()
    collection.insert({ group: 1, at: '2017' })
    expect(filedBy(() => collection.by('group', 1))).toBe(1001)
    for (let time = 0; time < 3; time++) {
      collection.restore(snapshot)
      expect(filedBy(() => collection.by('group', 2))).toBe(0)
      expect(collection.by('group', 1)).toHaveLength(334)
      expect(filedBy(() => collection.insert({ group: 1, at: '2017' }))).toBe(1)
      expect(collection.by('group', 1)).toHaveLength(335)
    }
  })

  it('leaves the arrays of a snapshot as they are, whatever is written after it', () => {
    const { collection } = createCounted()
    const { records } = collection.snapshot()
    const before = records.slice()
    collection.insert({ group: 1, at: '2017' })
    collection.replace(collection.all()[0] ?? fail(), { at: '2018' })
    collection.remove(collection.all()[1] ?? fail())
    expect(collection.all()).toHaveLength(1000)
    expect(records).toEqual(before)
  })

  it('is right where more was written since the snapshot than is remembered', () => {
    const { collection } = createCounted()
    const snapshot = collection.snapshot()
    for (const record of collection.all().slice()) collection.replace(record, { group: 5 })
    collection.insert({ group: 5, at: '2017' })
    expect(collection.by('group', 5)).toEqual(collection.all())
    collection.restore(snapshot)
    expect(collection.by('group', 5)).toEqual([])
    expect(collection.by('group', 0)).toHaveLength(333)
  })
})

function fail(): never {
  throw new Error('There is no such record.')
}

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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTable, Table } from '../../src/store/table.ts'
import { growthExponent, MAX_EXPONENT } from '../growth.ts'

const model = z.object({ id: z.int(), group: z.int(), at: z.string() })

function createDated() {
  return new Table(
    defineTable(
      model,
      {
        group: (one) => one.group,
        groups: ({ group, at }) => (at === '2016' ? [] : [group, at, at]),
      },
      { at: (a, b) => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1) },
    ),
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
        let table = createDated()
        let plain = new Map<number, z.output<typeof model>>()
        let kept = { snapshot: table.snapshot(), plain: new Map(plain) }
        for (const { kind, ...record } of steps) {
          const there = table.get(record.id)
          expect(there).toEqual(plain.get(record.id))
          if (kind === 'put' && !there) plain.set(record.id, table.insert(record))
          if (kind === 'take' && there) {
            table.remove(there)
            plain.delete(record.id)
          }
          if (kind === 'change' && there) plain.set(record.id, table.replace(there, record))
          if (kind === 'fork') {
            const other = createDated()
            other.restore(table.snapshot())
            table.insert({ id: 99, group: 1, at: '2016' })
            table = other
          }
          if (kind === 'keep') kept = { snapshot: table.snapshot(), plain: new Map(plain) }
          if (kind === 'go back') {
            table.restore(kept.snapshot)
            plain = new Map(kept.plain)
          }
          if (kind === 'read') expectSame(table, plain)
        }
        expectSame(table, plain)
      }),
      { numRuns: 300 },
    )
  })

  it('are put in order by the thousand without moving what comes after each', () => {
    const table = createDated()
    const count = 3000
    for (let index = 0; index < count; index++) {
      table.insert({ id: 1 + ((index * 1009) % count), group: 1, at: '2016' })
    }
    expect(table.all().map(({ id }) => id)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    )
    expect(table.by('group', 1)).toEqual(table.all())
  })

  it('cost each as much however many there are, in whatever order of ids they come', async () => {
    const exponent = await growthExponent(20_000, (size) => {
      const table = new Table(defineTable(model, {}))
      return () => {
        for (let id = size; id > 0; id--) table.insert({ id, group: 1, at: '2016' })
        expect(table.all()).toHaveLength(size)
      }
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })
})

describe('an index', () => {
  function createCounted() {
    let filed = 0
    const keyOf = ({ group }: { readonly group: number }) => {
      filed += 1
      return group
    }
    const table = new Table(defineTable(model, { group: keyOf }))
    for (let id = 1; id <= 1000; id++) table.insert({ id, group: id % 3, at: '2016' })
    const filedBy = (step: () => void) => {
      const before = filed
      step()
      return filed - before
    }
    return { table, filedBy }
  }

  it('is built once for all that go on from a snapshot, whoever first asks for it', () => {
    const { table, filedBy } = createCounted()
    const snapshot = table.snapshot()
    table.insert({ group: 1, at: '2017' })
    expect(filedBy(() => table.by('group', 1))).toBe(2001)
    for (let time = 0; time < 3; time++) {
      table.restore(snapshot)
      expect(filedBy(() => table.by('group', 2))).toBe(0)
      expect(table.by('group', 1)).toHaveLength(334)
      expect(filedBy(() => table.insert({ group: 1, at: '2017' }))).toBe(1)
      expect(table.by('group', 1)).toHaveLength(335)
    }
  })

  it('leaves the arrays of a snapshot as they are, whatever is written after it', () => {
    const { table } = createCounted()
    const { records } = table.snapshot()
    const before = records.slice()
    table.insert({ group: 1, at: '2017' })
    table.replace(table.all()[0] ?? fail(), { at: '2018' })
    table.remove(table.all()[1] ?? fail())
    expect(table.all()).toHaveLength(1000)
    expect(records).toEqual(before)
  })

  it('is right where all was written anew since the snapshot', () => {
    const { table } = createCounted()
    const snapshot = table.snapshot()
    for (const record of table.all().slice()) table.replace(record, { group: 5 })
    table.insert({ group: 5, at: '2017' })
    expect(table.by('group', 5)).toEqual(table.all())
    table.restore(snapshot)
    expect(table.by('group', 5)).toEqual([])
    expect(table.by('group', 0)).toHaveLength(333)
  })
})

describe('changes of many records at once', () => {
  it.each([4, 40])('are those of each, once for one that is named twice: of %i', (count) => {
    const table = createDated()
    for (let id = 1; id <= count; id++) table.insert({ id, group: id % 2, at: '2016' })
    const odd = table.by('group', 1).slice()
    const even = table.by('group', 0).slice()
    table.replaceAll([...odd, ...odd], { group: 2 })
    expect(table.by('group', 1)).toEqual([])
    expect(table.by('group', 2)).toEqual(odd.map((one) => ({ ...one, group: 2 })))
    table.removeAll([...even, ...even])
    expect(table.all()).toEqual(table.by('group', 2))
    expect(table.by('group', 0)).toEqual([])
  })
})

function fail(): never {
  throw new Error('There is no such record.')
}

function expectSame(
  table: ReturnType<typeof createDated>,
  plain: ReadonlyMap<number, z.output<typeof model>>,
): void {
  const all = [...plain.values()].sort((a, b) => a.id - b.id)
  expect(table.all()).toEqual(all)
  expect(table.count()).toBe(all.length)
  for (const group of [1, 2]) {
    const inGroup = all.filter((one) => one.group === group)
    expect(table.by('group', group)).toEqual(inGroup)
    // Sorting is stable: equals stay in the order of their ids.
    inGroup.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1))
    expect(table.by('group', group, 'at')).toEqual(inGroup)
    expect(table.by('groups', group, 'at')).toEqual(inGroup.filter(({ at }) => at !== '2016'))
  }
  for (const at of ['2016', '2017', '2018']) {
    const then = at === '2016' ? [] : all.filter((one) => one.at === at)
    expect(table.by('groups', at)).toEqual(then)
  }
}

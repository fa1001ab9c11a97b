import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TableCollection } from '../../src/store/collection.ts'
import { defineTable, Table } from '../../src/store/table.ts'
import { growthExponent, MAX_EXPONENT } from '../growth.ts'

const model = z.object({
  id: z.int(),
  title: z.string(),
  project_id: z.int().default(1),
  labels: z.array(z.string()).default([]),
  closed_at: z.string().nullable().default(null),
})

type Issue = z.output<typeof model>

function createTable() {
  const keys = {
    project_id: ({ project_id }: Issue) => project_id,
    title: ({ title }: Issue) => title,
  }
  return new Table(defineTable(model, keys))
}

const collectionOf = (over: ReturnType<typeof createTable>) =>
  new TableCollection(over, { check() {}, atomically: (step) => step() })

let table = createTable()
let issues = collectionOf(table)
const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id)
/** Whether every index answers the same as a scan. */
function expectIndexesToHold(): void {
  for (const key of [1, 2, 3, 4]) {
    const scanned = issues.all().filter(({ project_id }) => project_id === key)
    expect(issues.by('project_id', key)).toEqual(scanned)
  }
  for (const record of issues.all()) {
    expect(issues.get(record.id)).toBe(record)
    expect(issues.by('title', record.title)).toContain(record)
  }
  expect(ids(issues.all())).toEqual([...ids(issues.all())].sort((a, b) => a - b))
}

beforeEach(() => {
  table = createTable()
  issues = collectionOf(table)
  for (const project_id of [1, 2, 1, 3, 1]) {
    issues.insert({ title: `in ${project_id}`, project_id })
  }
  issues.by('project_id', 1)
  issues.by('title', 'in 1')
})

describe('a collection', () => {
  it('counts its ids, also past one that was given', () => {
    expect(issues.insert({ title: 'a' }).id).toBe(6)
    expect(issues.insert({ title: 'b', id: 40 }).id).toBe(40)
    expect(issues.insert({ title: 'c' }).id).toBe(41)
    expect(issues.insert({ title: 'd', id: 20 }).id).toBe(20)
    expect(issues.insert({ title: 'e' }).id).toBe(42)
    expectIndexesToHold()
  })

  it('never gives an id again', () => {
    const last = issues.insert({ title: 'a' })
    issues.remove(last)
    expect(issues.insert({ title: 'b' }).id).toBe(last.id + 1)
  })

  it('refuses an id that is there, and what does not fit the model', () => {
    expect(() => issues.insert({ title: 'a', id: 3 })).toThrow('the id 3 is there already')
    expect(() => issues.insert({ title: 5 } as never)).toThrow()
    expect(issues.count()).toBe(5)
    expectIndexesToHold()
  })

  it('fills in the defaults, and leaves out what the model does not know', () => {
    const made = issues.insert({ title: 'a', nonsense: 1 } as never)
    expect(made).toEqual({ id: 6, title: 'a', project_id: 1, labels: [], closed_at: null })
  })

  it('looks up by id and by index, in the order of ids', () => {
    expect(issues.get(2)?.title).toBe('in 2')
    expect(issues.get(99)).toBeUndefined()
    expect(ids(issues.by('project_id', 1))).toEqual([1, 3, 5])
    expect(issues.by('project_id', 99)).toEqual([])
    expect(issues.one('project_id', 1)?.id).toBe(1)
    expect(issues.one('project_id', 99)).toBeUndefined()
  })

  it('keeps its indexes under every write', () => {
    const [first, second] = issues.all()
    if (!first || !second) throw new Error('There are records.')
    issues.insert({ title: 'in 4', project_id: 4, id: 9 })
    issues.insert({ title: 'in 4', project_id: 4, id: 8 })
    expect(ids(issues.by('project_id', 4))).toEqual([8, 9])
    issues.replace(first, { project_id: 2 })
    expect(ids(issues.by('project_id', 1))).toEqual([3, 5])
    expect(ids(issues.by('project_id', 2))).toEqual([1, 2])
    issues.replace(second, { labels: ['a'] })
    expect(issues.by('project_id', 2)[1]?.labels).toEqual(['a'])
    issues.remove(second)
    issues.remove(second)
    expect(ids(issues.by('project_id', 2))).toEqual([1])
    expectIndexesToHold()
  })

  it('keeps them under a restore', () => {
    const before = table.snapshot()
    issues.clear()
    expect(issues.by('project_id', 1)).toEqual([])
    issues.insert({ title: 'new', project_id: 2 })
    table.restore(before)
    expect(ids(issues.all())).toEqual([1, 2, 3, 4, 5])
    expect(issues.insert({ title: 'a' }).id).toBe(6)
    expectIndexesToHold()
  })

  it('replaces records, which are frozen, and changes none', () => {
    const record = issues.get(1)
    if (!record) throw new Error('There is a record 1.')
    const changed = issues.replace(record, { title: 'changed' })
    expect(record.title).toBe('in 1')
    expect(changed).toEqual({ ...record, title: 'changed' })
    expect(issues.get(1)).toBe(changed)
    expect(() => Object.assign(changed, { title: 'mutated' })).toThrow()
  })

  it('writes changes onto the present record, not onto an old one that is at hand', () => {
    const record = issues.get(1)
    if (!record) throw new Error('There is a record 1.')
    issues.replace(record, { title: 'first' })
    expect(issues.replace(record, { closed_at: 'now' })).toMatchObject({
      title: 'first',
      closed_at: 'now',
    })
  })

  it('refuses changes that do not fit, and to a record that is gone; the id stays', () => {
    const record = issues.get(1)
    if (!record) throw new Error('There is a record 1.')
    expect(() => issues.replace(record, { title: 5 } as never)).toThrow()
    expect(issues.get(1)).toBe(record)
    expect(issues.replace(record, { id: 77 }).id).toBe(1)
    issues.remove(record)
    expect(() => issues.replace(record, { title: 'x' })).toThrow('no record with the id 1')
    expectIndexesToHold()
  })

  it('can be emptied while it is walked through', () => {
    for (const issue of table.by('project_id', 1)) table.remove(issue)
    expect(ids(issues.all())).toEqual([2, 4])
    expectIndexesToHold()
  })
})

describe('the removal of many records', () => {
  function createMany(count: number) {
    const many = createTable()
    for (let id = 1; id <= count; id++) many.insert({ title: 'many', project_id: id % 2 })
    many.by('project_id', 0)
    many.by('title', 'many')
    return many
  }

  it.each([10, 1000])('is that of each of them: of %i', (count) => {
    const many = createMany(count)
    const notified: number[] = []
    collectionOf(many).hooks.on('delete', ({ data }) => notified.push(data.deletedRecord.id))
    const [odd, even] = [many.by('project_id', 1).slice(), many.by('project_id', 0).slice()]
    many.removeAll(many.by('project_id', 1))
    expect(many.all()).toEqual(even)
    expect(many.by('project_id', 1)).toEqual([])
    expect([many.by('project_id', 0), many.by('title', 'many')]).toEqual([even, even])
    expect(notified).toEqual(ids(odd))
    many.removeAll(odd)
    expect(notified).toHaveLength(odd.length)
  })

  it('can be taken back', () => {
    const many = createMany(1000)
    const before = many.all().slice()
    const undone: (() => void)[] = []
    many.onWrite = (undo) => undone.push(undo)
    many.removeAll(many.by('project_id', 1))
    for (const undo of undone.reverse()) undo()
    expect(many.all()).toEqual(before)
    expect(many.by('title', 'many')).toEqual(before)
  })

  it('costs each of them the same, however many there are', async () => {
    const exponent = await growthExponent(2000, (size) => {
      const many = createMany(size)
      return () => many.removeAll(many.by('project_id', 1))
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })
})

describe('the query API of the library', () => {
  it('sees the same records', () => {
    expect(issues.findFirst((query) => query.where({ title: 'in 2' }))).toBe(issues.get(2))
    expect(issues.findMany((query) => query.where({ project_id: 1 }))).toEqual([
      ...issues.by('project_id', 1),
    ])
    expect(issues.findMany()).toEqual(issues.all())
    expect(issues.findFirst((query) => query.where({ title: 'none' }))).toBeUndefined()
    expect(issues.findMany(undefined, { orderBy: { title: 'desc' } })[0]?.title).toBe('in 3')
    expect(issues.count()).toBe(5)
  })

  it('creates, with an id or without', async () => {
    expect((await issues.create({ title: 'a' })).id).toBe(6)
    expect((await issues.create({ title: 'b', id: 10, project_id: 4 })).id).toBe(10)
    const many = await issues.createMany(2, (index) => ({ id: 20 + index, title: `many ${index}` }))
    expect(ids(many)).toEqual([20, 21])
    await expect(issues.create({ title: 'b', id: 10 })).rejects.toThrow('there already')
    expectIndexesToHold()
  })

  it('updates by a query and by a record', async () => {
    const updated = await issues.update((query) => query.where({ title: 'in 2' }), {
      data(draft) {
        draft.project_id = 3
        draft.labels.push('moved')
      },
    })
    expect(updated).toBe(issues.get(2))
    expect(updated).toMatchObject({ project_id: 3, labels: ['moved'] })
    const record = issues.findFirst((query) => query.where({ id: 4 }))
    if (!record) throw new Error('There is a record 4.')
    await issues.update(record, {
      async data(draft) {
        await Promise.resolve()
        draft.project_id = 1
      },
    })
    expect(ids(issues.by('project_id', 1))).toEqual([1, 3, 4, 5])
    const all = await issues.updateMany((query) => query.where({ project_id: 1 }), {
      data(draft) {
        draft.project_id = 4
      },
    })
    expect(ids(all)).toEqual([1, 3, 4, 5])
    expectIndexesToHold()
  })

  it('updates in one step where nothing is waited for', () => {
    const promise = issues.update((query) => query.where({ id: 1 }), {
      data(draft) {
        draft.title = 'at once'
      },
    })
    expect(issues.get(1)?.title).toBe('at once')
    return promise
  })

  it('deletes by a query, by a record, and all', () => {
    issues.delete((query) => query.where({ title: 'in 2' }))
    const record = issues.findFirst((query) => query.where({ id: 4 }))
    if (record) issues.delete(record)
    expect(ids(issues.all())).toEqual([1, 3, 5])
    expect(ids(issues.deleteMany((query) => query.where(({ id }) => id > 1)))).toEqual([3, 5])
    expectIndexesToHold()
    issues.clear()
    expect(issues.count()).toBe(0)
    expectIndexesToHold()
  })

  it('is strict where it is asked to be', async () => {
    const none = (query: { where(condition: { id: number }): never }) => query.where({ id: 99 })
    const options = { strict: true, data() {} } as const
    await expect(issues.update(none as never, options)).rejects.toThrow('strict')
    await expect(issues.updateMany(none as never, options)).rejects.toThrow('strict')
    expect(() => issues.delete(none as never, { strict: true })).toThrow('strict')
    expect(() => issues.deleteMany(none as never, { strict: true })).toThrow('strict')
    expect(await issues.update(none as never, { data() {} })).toBeUndefined()
    expect(issues.delete(none as never)).toBeUndefined()
  })

  it('takes and skips, forwards and backwards', () => {
    expect(ids(issues.findMany(undefined, { take: 2 }))).toEqual([1, 2])
    expect(ids(issues.findMany(undefined, { take: 2, skip: 1 }))).toEqual([2, 3])
    expect(ids(issues.findMany(undefined, { take: -2 }))).toEqual([5, 4])
  })

  it('takes from a cursor on', () => {
    const cursor = issues.findFirst((query) => query.where({ id: 3 }))
    if (!cursor) throw new Error('There is a record 3.')
    expect(ids(issues.findMany(undefined, { cursor, take: 2 }))).toEqual([3, 4])
    expect(ids(issues.findMany(undefined, { cursor, take: 2, skip: 1 }))).toEqual([4, 5])
    expect(ids(issues.findMany(undefined, { cursor, take: -2 }))).toEqual([3, 2])
    const inOne = issues.findMany((query) => query.where({ project_id: 1 }), { cursor, take: 5 })
    expect(ids(inOne)).toEqual([3, 5])
    issues.delete(cursor)
    expect(issues.findMany(undefined, { cursor, take: 2 })).toEqual([])
  })
})

describe('the hooks of the library', () => {
  it('hear of every write, whichever way it came', async () => {
    const notified: string[] = []
    issues.hooks.on('create', ({ data }) => {
      notified.push(`create ${data.record.id}`)
    })
    issues.hooks.on('update', ({ data }) => {
      notified.push(`update ${data.nextRecord.id} ${data.path} ${data.prevValue} ${data.nextValue}`)
    })
    issues.hooks.on('delete', ({ data }) => {
      notified.push(`delete ${data.deletedRecord.id}`)
    })
    const made = issues.insert({ title: 'a' })
    await issues.create({ title: 'b' })
    issues.replace(made, { title: 'c', project_id: 1 })
    await issues.update((query) => query.where({ id: 7 }), {
      data(draft) {
        draft.project_id = 2
      },
    })
    issues.remove(made)
    issues.delete((query) => query.where({ id: 7 }))
    issues.clear()
    expect(notified.slice(0, 6)).toEqual([
      'create 6',
      'create 7',
      'update 6 title a c',
      'update 7 project_id 1 2',
      'delete 6',
      'delete 7',
    ])
    expect(notified.slice(6)).toEqual([1, 2, 3, 4, 5].map((id) => `delete ${id}`))
  })
})

it('looks up as fast among many as among few', async () => {
  const exponent = await growthExponent(1000, (size) => {
    const many = createTable()
    for (let id = 1; id <= size; id++) many.insert({ title: `t${id}`, project_id: id % 100 })
    // As many look-ups as there are records.
    return () => {
      for (let id = 1; id <= size; id++) many.get(id)
      for (let round = 0; round < size; round++) many.by('project_id', round % 100)
    }
  })
  expect(exponent).toBeLessThan(MAX_EXPONENT)
})

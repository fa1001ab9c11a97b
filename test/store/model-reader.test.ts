import { describe, expect, it } from 'vitest'
import { ZodError, z } from 'zod'
import { TableCollection } from '../../src/store/collection.ts'
import type { Identified } from '../../src/store/record-index.ts'
import { defineTable, Table } from '../../src/store/table.ts'

const read: string[] = []
const counted = (name: string) =>
  z.string().transform((text) => {
    read.push(name)
    return text
  })
const model = z.object({
  id: z.int(),
  title: counted('title'),
  note: counted('note').nullable().default(null),
  labels: z.array(z.string()).default([]),
  size: z.int().default(0),
})

function collectionOf<R extends Identified, I extends Identified>(table: Table<R, I>) {
  return new TableCollection(table, { check() {}, atomically: (step) => step() })
}

function createRecord() {
  const collection = collectionOf(new Table(defineTable(model, {})))
  const record = collection.insert({ title: 'one', note: 'two', labels: ['bug'] })
  read.length = 0
  return { collection, record }
}

const plainModel = z.object({
  id: z.int(),
  title: z.string(),
  labels: z.array(z.string()).default([]),
})

describe('a model', () => {
  it('says what is wrong with a new record, which is not written then', () => {
    const collection = collectionOf(new Table(defineTable(plainModel, {})))
    const wrong = { title: 1, labels: [2] }
    const error = catchError(() => collection.insert(wrong as never))
    expect(error).toBeInstanceOf(ZodError)
    expect((error as ZodError).issues).toEqual(
      plainModel.safeParse({ id: 1, ...wrong }).error?.issues,
    )
    expect((error as ZodError).message).toBe(
      'the collection: title: Invalid input: expected string, received number; labels[0]: Invalid input: expected string, received number',
    )
    expect(collection.count()).toBe(0)
  })

  it('has the arrays and objects of a new record apart from those that were given', () => {
    const labels = ['bug']
    const collection = collectionOf(new Table(defineTable(plainModel, {})))
    const record = collection.insert({ title: 'one', labels })
    labels.push('late')
    expect(record.labels).toEqual(['bug'])
    expect(Object.isFrozen(record) && Object.isFrozen(record.labels)).toBe(true)
  })
})

describe('what the forge writes itself', () => {
  const size = z.object({ bytes: z.int().default(0) })
  const wholeModel = plainModel.extend({
    note: z.string().nullable().default(null),
    size: size.prefault({}),
  })
  const createWhole = () => new Table(defineTable(wholeModel, {}))

  it('has the defaults of its model where nothing or undefined is given', () => {
    const written = createWhole().insert({ title: 'one', note: undefined })
    expect(written).toEqual({ id: 1, title: 'one', labels: [], note: null, size: { bytes: 0 } })
    expect(Object.isFrozen(written.labels) && Object.isFrozen(written.size)).toBe(true)
  })

  it('has no field that the model does not know, and keeps its id', () => {
    const table = createWhole()
    const more = { title: 'one', constructor: 'x', nobody: 1 }
    const record = table.insert(more)
    const changed = table.replace(record, { ...more, id: 9, note: 'new', labels: ['bug'] })
    expect(changed).toEqual({ ...record, note: 'new', labels: ['bug'] })
    expect(Object.isFrozen(changed) && Object.isFrozen(changed.labels)).toBe(true)
    expect(table.replace(changed, { labels: undefined } as object)).toEqual({
      ...changed,
      labels: [],
    })
  })
})

describe('a change of a record', () => {
  it('reads the fields that it names, and no other', () => {
    const { collection, record } = createRecord()
    const changed = collection.replace(record, { note: 'three', size: 4 })
    expect(read).toEqual(['note'])
    expect(changed).toEqual({ id: 1, title: 'one', note: 'three', labels: ['bug'], size: 4 })
  })

  it('reads no field again that stays as it is', async () => {
    const { collection } = createRecord()
    await collection.update((query) => query.where({ id: 1 }), {
      data(draft) {
        draft.size = 2
      },
    })
    expect(read).toEqual([])
    expect(collection.get(1)?.size).toBe(2)
  })

  it('gives a field that it makes undefined its default', () => {
    const { collection, record } = createRecord()
    expect(collection.replace(record, { note: undefined, labels: undefined })).toMatchObject({
      note: null,
      labels: [],
    })
  })

  it('freezes what it brings, and leaves the given array as it was', () => {
    const { collection, record } = createRecord()
    const labels = ['bug', 'urgent']
    const changed = collection.replace(record, { labels })
    labels.push('late')
    expect(changed.labels).toEqual(['bug', 'urgent'])
    expect(Object.isFrozen(changed) && Object.isFrozen(changed.labels)).toBe(true)
  })

  it('ignores what the model has no field for, and another id', () => {
    const { collection, record } = createRecord()
    const changes = { id: 9, constructor: 'x', nobody: 1, title: 'new' } as { title: string }
    expect(collection.replace(record, changes)).toEqual({ ...record, title: 'new' })
  })

  it('refuses values that do not fit, each with its place, and writes nothing', () => {
    const { collection, record } = createRecord()
    const changes = { size: 1.5, labels: ['a', 3] } as object
    const error = catchError(() => collection.replace(record, changes))
    expect(error).toBeInstanceOf(ZodError)
    expect((error as ZodError).issues.map(({ path }) => path)).toEqual([['size'], ['labels', 1]])
    expect((error as ZodError).stack).toMatch(/^ZodError: the collection: size: .*\n +at /)
    expect(collection.get(1)).toBe(record)
  })
})

function catchError(step: () => unknown): unknown {
  try {
    step()
  } catch (error) {
    return error
  }
  return undefined
}

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createForge } from '../../src/forge/create-forge.ts'
import { plainRead, unread } from '../../src/store/plain-read.ts'
import { demoVariants, odd } from './record-variants.ts'

/** The objects in a value, itself included. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}

/** What is read is what zod reads, in the same order, frozen, and holds no object of what was given. */
function expectToAgree(schema: z.core.$ZodType, value: unknown): void {
  const read = plainRead(schema)(value)
  if (read === unread) return
  const { success, data } = z.safeParse(schema, value, { jitless: true })
  expect(success).toBe(true)
  expect(read).toStrictEqual(data)
  expect(JSON.stringify(read)).toBe(JSON.stringify(data))
  const given = new Set(objectsIn(value))
  expect(objectsIn(read).filter((part) => given.has(part) || !Object.isFrozen(part))).toEqual([])
}

describe('reading as a model does', () => {
  it('reads each record of the demo world, but for repositories and archives of bytes', async () => {
    const { db } = await createForge({ seed: 'demo' })
    const notRead = Object.entries(db).flatMap(([name, { model, all }]) => {
      const read = plainRead(model)
      const records: object[] = Reflect.apply(all, Reflect.get(db, name), [])
      const kept = records.filter((record) => !('artifacts' in record && record.artifacts))
      return kept.some((record) => read(record) === unread) ? [name] : []
    })
    expect(notRead).toEqual(['repositories'])
  })

  it('reads nothing that the model refuses, and nothing otherwise than the model', async () => {
    for (const { model, variant } of await demoVariants()) expectToAgree(model, variant)
  })
})

describe('reading as a schema does', () => {
  it.each<[string, z.ZodType, unknown[], unknown[]]>([
    ['texts', z.string().max(2), ['', 'ab'], ['abc', 1, undefined]],
    ['values', z.union([z.literal(1), z.enum(['a'])]), [1, 'a'], [2, undefined]],
    ['nothing', z.string().nullable(), [null, 'a'], [undefined, 1]],
    ['defaults', z.int().default(3), [undefined, 1], [null, 'a']],
    ['default lists', z.array(z.int()).default([1]), [undefined, []], [null, ['a']]],
    ['lists', z.array(z.array(z.int())), [[], [[1], []]], [[1], {}]],
    ['objects', z.object({ a: z.int() }), [{ a: 1 }, { a: 1, b: 2 }], [{}, { a: 'b' }, null, []]],
    ['parts', z.object({ a: z.int().default(1) }).prefault({}), [undefined, {}], [{ a: '' }]],
    ['defaults that are not read', z.object({ a: z.int().default(1) }).default({ a: 1 }), [{}], []],
    ['no objects with others', z.looseObject({ a: z.int() }), [], [{ a: 1 }]],
    ['no choice of objects', z.union([z.object({ a: z.int() }), z.int()]), [], [{ a: 1 }, 1]],
    ['no lists with checks', z.array(z.int()).min(1), [], [[1], []]],
    ['no default that is no value', z.map(z.int(), z.int()).nullable().default(new Map()), [], [1]],
    ['no classes', z.instanceof(Map), [], [new Map()]],
    ['nothing that is changed', z.string().trim(), ['a'], [' a']],
    ['nothing made of it', z.string().transform(Number), [], ['1']],
    ['nothing coerced', z.coerce.number(), [], [1]],
  ])('knows %s', (_what, schema, read, notRead) => {
    const readPlainly = plainRead(schema)
    expect(read.filter((value) => readPlainly(value) === unread)).toEqual([])
    expect(notRead.filter((value) => readPlainly(value) !== unread)).toEqual([])
    for (const value of [...read, ...odd]) expectToAgree(schema, value)
  })
})

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createForge } from '../../src/forge/create-forge.ts'
import { plainCheck } from '../../src/store/plain-check.ts'
import { demoVariants, odd } from './record-variants.ts'

/** What the check accepts, zod gives back as it is. */
function expectToAgree(schema: z.core.$ZodType, value: unknown): void {
  if (!plainCheck(schema)(value)) return
  expect(z.safeParse(schema, value, { jitless: true })).toEqual({ success: true, data: value })
}

describe('the check whether a model gives a record back as it is', () => {
  it('accepts each record of the demo world, but for those that hold what JSON cannot', async () => {
    const { db } = await createForge({ seed: 'demo' })
    const refused = Object.entries(db).flatMap(([name, { model, all }]) => {
      const isPlain = plainCheck(model)
      const records = Reflect.apply(all, Reflect.get(db, name), [])
      return records.every(isPlain) ? [] : [name]
    })
    expect(refused).toEqual(['repositories'])
  })

  it('accepts nothing that the model refuses or changes', async () => {
    for (const { model, variant } of await demoVariants()) expectToAgree(model, variant)
  })
})

const withOptional = z.object({ a: z.int(), b: z.string().optional() })

describe('the check of a schema', () => {
  it.each<[string, z.ZodType, unknown[], unknown[]]>([
    ['texts', z.string().min(1).max(2), ['a', 'ab'], ['', 'abc', 1]],
    ['patterns', z.string().regex(/^a$/), ['a'], ['b', 1]],
    ['times', z.iso.datetime({ offset: true }), ['2017-01-15T12:00:00Z'], ['2017-01-15', 'x']],
    ['whole numbers', z.int().min(0).lt(9), [0, 8], [-1, 9, 1.5, '1']],
    ['numbers', z.number(), [1.5], [Number.NaN, Number.POSITIVE_INFINITY, '1']],
    ['values', z.union([z.literal(1), z.enum(['a'])]), [1, 'a'], [2, 'b', undefined]],
    ['what is there', z.int().prefault(1), [2], [undefined]],
    ['nothing', z.string().nullable().default(null), [null, 'a'], [undefined, 1]],
    ['lists', z.array(z.boolean()), [[], [true]], [[1], {}]],
    ['tuples', z.tuple([z.int(), z.string()]), [[1, 'a']], [[1], [1, 'a', 2], 1]],
    ['records', z.record(z.string(), z.int()), [{}, { a: 1 }], [{ a: 'b' }, []]],
    ['objects', z.object({ a: z.int() }), [{ a: 1 }], [{}, { a: 'b' }, { a: 1, b: 2 }, null]],
    ['checks of their own', z.instanceof(Map).refine(({ size }) => size === 0), [new Map()], [{}]],
    ['what is changed', z.string().trim(), ['a'], [' a']],
    ['what is made of it', z.string().transform(Number), [], ['1']],
    ['what may be left out', z.string().optional(), ['a', undefined], [null, 1]],
    ['what is filled in', z.string().default('a').optional(), ['a'], [undefined]],
    ['days', z.iso.date(), ['2017-01-15'], ['2017-02-30', '2017-01-15T12:00:00Z']],
    ['formats that are more than a pattern', z.url(), ['http://a.test/'], ['a', 'http://', 1]],
    ['formats that change the text', z.url({ normalize: true }), ['http://a.test/'], ['HTTP://a']],
    ['descriptions', z.string().describe('A text.'), ['a'], [1]],
    [
      'checks that say more',
      z.string().superRefine((text, context) => {
        if (text !== 'a') context.addIssue('must be a')
      }),
      ['a'],
      ['b', 1],
    ],
    ['checks that wait', z.string().refine(async () => true), [], ['a']],
    ['fields that may be left out', withOptional, [{ a: 1 }, { a: 1, b: undefined }], [{ b: 'b' }]],
    ['no other fields', z.strictObject({ a: z.int() }), [{ a: 1 }], [{ a: 1, b: 2 }]],
    ['places that hold nothing', z.array(z.string()), [['a']], [Array(1)]],
    [
      'a key that zod leaves out',
      z.record(z.string(), z.int()),
      [],
      [JSON.parse('{"__proto__":1}')],
    ],
    ['keys that are listed', z.record(z.enum(['a', 'b']), z.int()), [], [{ a: 1 }]],
    ['coerced values', z.coerce.number(), [], [1]],
    ['tuples with more', z.tuple([z.int()], z.string()), [], [[1, 'a']]],
  ])('knows %s', (_what, schema, accepted, refused) => {
    const isPlain = plainCheck(schema)
    expect(accepted.filter((value) => !isPlain(value))).toEqual([])
    expect(refused.filter((value) => isPlain(value))).toEqual([])
    for (const value of [...accepted, ...odd]) expectToAgree(schema, value)
  })
})

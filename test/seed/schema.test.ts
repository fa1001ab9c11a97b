import { expect, it } from 'vitest'
import { z } from 'zod'
import { seedSchema } from '../../src/seed/schema.ts'

type JsonSchema = z.core.JSONSchema._JSONSchema
type Described = readonly [path: string, description: string | undefined]

/** The paths of all fields, with their descriptions. */
function fieldsIn(
  schema: JsonSchema | readonly JsonSchema[] | undefined,
  path: string,
): Described[] {
  if (schema === undefined || typeof schema === 'boolean') return []
  if (Array.isArray(schema)) return schema.flatMap((one) => fieldsIn(one, path))
  const {
    properties = {},
    items,
    additionalProperties,
    anyOf,
  } = schema as z.core.JSONSchema.BaseSchema
  const own = Object.entries(properties).flatMap(([name, field]): Described[] => {
    const described = typeof field === 'boolean' ? undefined : field.description
    return [[`${path}.${name}`, described], ...fieldsIn(field, `${path}.${name}`)]
  })
  return [
    ...own,
    ...[items, additionalProperties, anyOf].flatMap((one) => fieldsIn(one, `${path}[]`)),
  ]
}

it('says of each field what it is, for editors', () => {
  const fields = fieldsIn(z.toJSONSchema(seedSchema, { io: 'input' }), '')
  expect(fields.length).toBeGreaterThan(250)
  expect(fields.filter(([, description]) => !description).map(([path]) => path)).toEqual([])
})

import { z } from 'zod'
import { modelOf, type TableName } from '../../../store/tables.ts'
import { targetsOf, uniqueKeysOf } from '../../../store/write-guard.ts'

type Json = Record<string, unknown>

/**
 * Returns the JSON Schema of the records of a collection, for forms that edit one. `x-reference` names the collection
 * that a field refers to, or the field that does so; `readOnly` marks fields that cannot be changed; `x-unique` lists
 * the combinations of fields that must be unique.
 */
export function recordSchema(collection: TableName): Json {
  const { $schema: _, ...schema }: Json = z.toJSONSchema(modelOf(collection), {
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { type } = zodSchema._zod.def
      if (type === 'map' || type === 'custom') jsonSchema.readOnly = true
      // A default that is created anew each time, such as an empty map, is not always JSON.
      if (jsonSchema.default instanceof Map) delete jsonSchema.default
    },
  })
  const targets = targetsOf[collection] ?? {}
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
    ([name, field]) => [
      name,
      {
        ...field,
        ...(Object.hasOwn(targets, name) ? { 'x-reference': targets[name] } : {}),
        ...(name === 'id' || holdsReadOnly(field) ? { readOnly: true } : {}),
      },
    ],
  )
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    'x-unique': uniqueKeysOf[collection] ?? [],
  }
}

/** Whether a schema is or contains bytes or a map, which cannot be sent as JSON. */
function holdsReadOnly(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return Reflect.get(schema, 'readOnly') === true || Object.values(schema).some(holdsReadOnly)
}

import { z } from 'zod'
import { modelOf, type TableName } from '../../../store/tables.ts'
import { targetsOf, uniqueKeysOf } from '../../../store/write-guard.ts'

type Json = Record<string, unknown>

/**
 * The JSON Schema of the records of a collection, for a form that changes one. `x-reference` says of which collection the
 * record is that a field names, or which other field says that; `readOnly` is what no change can set; `x-unique` lists
 * the fields that no two records may share together.
 */
export function recordSchema(collection: TableName): Json {
  const { $schema: _, ...schema }: Json = z.toJSONSchema(modelOf(collection), {
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { type } = zodSchema._zod.def
      if (type === 'map' || type === 'custom') jsonSchema.readOnly = true
      // A default that is made anew, as an empty list or map, is no JSON always.
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

/** Bytes and maps cannot be sent as JSON, nor what holds them. */
function holdsReadOnly(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return Reflect.get(schema, 'readOnly') === true || Object.values(schema).some(holdsReadOnly)
}

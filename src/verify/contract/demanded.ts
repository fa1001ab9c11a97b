import type { OpenApiDocument, Schema } from '../../contract/openapi.ts'

/**
 * Returns the contract that servers of others must meet:
 * - values with `x-unspecified` need only have the right type (no enumeration, no required fields); of a response whose
 *   body is not specified, present fields need only have the right types, and may be null;
 * - an optional object may be null instead of missing ("absent values are null", head of `schemas/v3/openapi.yaml`).
 */
export function demandedDocument(document: OpenApiDocument): OpenApiDocument {
  const paths = mapValues(document.paths, (item) =>
    mapValues(item, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses, (response) => demandedResponse(response, document)),
    })),
  )
  return {
    paths,
    components: {
      schemas: mapValues(document.components.schemas, demandedSchema),
      responses: mapValues(document.components.responses, (response) =>
        demandedResponse(response, document),
      ),
    },
  }
}

type Response = OpenApiDocument['components']['responses'][string]

function demandedResponse(response: Response, document: OpenApiDocument): Response {
  if (!response.content) return response
  const isOpen = /\bbody\b|administrator form/i.test(
    String(Reflect.get(response, 'x-unspecified') ?? ''),
  )
  const content = mapValues(response.content, ({ schema }) => ({
    schema: isOpen ? openBody(schema, document) : demandedSchema(schema),
  }))
  return { ...response, content }
}

/** Relaxes a body that is not specified: an object keeps the types of its present fields. */
function openBody(schema: Schema, document: OpenApiDocument): Schema {
  const named = schema.$ref?.split('/').at(-1)
  const resolved = named ? document.components.schemas[named] : schema
  if (!resolved?.properties && !resolved?.allOf) return {}
  const { type: _type, ...fields } = withoutRequired(resolved, document)
  return fields
}

function withoutRequired(schema: Schema, document: OpenApiDocument): Schema {
  const { required: _required, allOf, $ref, ...rest } = schema
  const target = $ref ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : undefined
  const parts = [...(target ? [target] : []), ...(allOf ?? [])]
  const demanded = demandedSchema({ ...rest, required: [] })
  return {
    ...demanded,
    ...(demanded.properties ? { properties: mapValues(demanded.properties, orNull) } : {}),
    ...(parts.length > 0 ? { allOf: parts.map((part) => withoutRequired(part, document)) } : {}),
  }
}

/** It may be a field of another form, where what is absent is null. */
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

function demandedSchema(schema: Schema): Schema {
  if (schema['x-unspecified']) return typeAlone(schema)
  const demanded: Schema = { ...schema }
  if (schema.properties) demanded.properties = demandedProperties(schema)
  if (schema.items) demanded.items = demandedSchema(schema.items)
  if (schema.anyOf) demanded.anyOf = schema.anyOf.map(demandedSchema)
  if (schema.allOf) demanded.allOf = schema.allOf.map(demandedSchema)
  return demanded
}

function demandedProperties(schema: Schema): Record<string, Schema> {
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const demanded = demandedSchema(property)
      const mayBeNull = !required.has(name) && (property.$ref || property['x-unspecified'])
      return [name, mayBeNull ? orNull(demanded) : demanded]
    }),
  )
}

/** Reduces a schema that is not specified to its type; an enumeration to the types of its values. */
function typeAlone(schema: Schema): Schema {
  if (schema.$ref) return { $ref: schema.$ref }
  // A value that was always null in examples can be anything.
  if (schema.type === 'null') return {}
  if (schema.type) return { type: schema.type }
  if (!Array.isArray(schema.enum)) return {}
  return { type: [...new Set(schema.enum.map((value) => jsonTypeOf(value)))] }
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  return typeof value === 'number' ? 'integer' : typeof value
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

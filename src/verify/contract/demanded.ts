import type { OpenApiDocument, Schema } from '../../contract/openapi.ts'

/**
 * The contract as it is demanded of a server that others wrote:
 * - what carries `x-unspecified` is held to its type at most (no closed list of values, no required
 *   field), and a response whose body is left open to the types of the fields that are there;
 * - a field that may be left out may be null instead, where it holds an object ("absent values are
 *   null", head of `schemas/v3/openapi.yaml`).
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

/** Of a body that is left open: an object keeps the types of the fields that are there. */
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
  return {
    ...demandedSchema({ ...rest, required: [] }),
    ...(parts.length > 0 ? { allOf: parts.map((part) => withoutRequired(part, document)) } : {}),
  }
}

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
      return [name, mayBeNull ? { anyOf: [demanded, { type: 'null' }] } : demanded]
    }),
  )
}

/** The type of a schema that is left open; of a list of values, the types that they have. */
function typeAlone(schema: Schema): Schema {
  if (schema.$ref) return { $ref: schema.$ref }
  // What was never shown but null may be anything.
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

import type { OpenApiDocument, Schema } from '../../contract/openapi.ts'

/** The contract's information about a value. */
export interface Shape {
  /** The names of its schemas, the nearest first. */
  readonly names: readonly string[]
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: ReadonlySet<string>
  readonly items?: Schema
  /** The format of a text, such as `date-time`. */
  readonly format?: string
  /** The part that the specification leaves open (`x-unspecified`). */
  readonly open?: string
}

const nothing: Shape = { names: [], properties: {}, required: new Set() }

/** The shapes of schemas without alternatives, which do not depend on the value. */
const plainShapes = new WeakMap<Schema, Shape>()

/** Returns the shape of a value of Forgery, which selects among alternatives. */
export function shapeOf(
  schema: Schema | undefined,
  value: unknown,
  document: OpenApiDocument,
): Shape {
  if (!schema) return nothing
  const known = plainShapes.get(schema)
  if (known) return known
  const shape = readShape(schema, value, document)
  if (!hasAlternatives(schema, document)) plainShapes.set(schema, shape)
  return shape
}

function hasAlternatives(schema: Schema, document: OpenApiDocument): boolean {
  const name = schema.$ref?.split('/').at(-1)
  const named = name === undefined ? undefined : document.components.schemas[name]
  const parts = [...(named ? [named] : []), ...(schema.allOf ?? [])]
  return schema.anyOf !== undefined || parts.some((part) => hasAlternatives(part, document))
}

function readShape(schema: Schema, value: unknown, document: OpenApiDocument): Shape {
  const name = schema.$ref?.split('/').at(-1)
  const named = name === undefined ? undefined : document.components.schemas[name]
  const chosen = schema.anyOf && alternativeOf(schema.anyOf, value, document)
  const parts = [named, chosen, ...(schema.allOf ?? [])].map((part) =>
    shapeOf(part, value, document),
  )
  const items = [schema.items, ...parts.map((part) => part.items)].find((one) => one)
  const format = [schema.format, ...parts.map((part) => part.format)].find((one) => one)
  const open = [schema['x-unspecified'], ...parts.map((part) => part.open)].find((one) => one)
  return {
    names: [...(name === undefined ? [] : [name]), ...parts.flatMap(({ names }) => names)],
    properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties ?? {}),
    required: new Set([
      ...(Array.isArray(schema.required) ? schema.required.map(String) : []),
      ...parts.flatMap(({ required }) => [...required]),
    ]),
    ...(items ? { items } : {}),
    ...(typeof format === 'string' ? { format } : {}),
    ...(typeof open === 'string' ? { open } : {}),
  }
}

/** Returns the alternative that matches a value: by its type, and among several objects by its fields. */
function alternativeOf(
  alternatives: readonly Schema[],
  value: unknown,
  document: OpenApiDocument,
): Schema | undefined {
  const ofType = alternatives.filter((one) => isOfType(one, value, document))
  if (typeof value !== 'object' || value === null || ofType.length < 2) return ofType[0]
  const fields = Object.keys(value)
  const likeness = (schema: Schema) => {
    const { properties, required } = shapeOf(schema, value, document)
    const known = fields.filter((field) => Object.hasOwn(properties, field)).length
    return known - 2 * [...required].filter((field) => !fields.includes(field)).length
  }
  return ofType.reduce((best, one) => (likeness(one) > likeness(best) ? one : best))
}

function isOfType(schema: Schema, value: unknown, document: OpenApiDocument): boolean {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return isOfType(document.components.schemas[name] ?? {}, value, document)
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  const types = [schema.type].flat()
  if (value === null) return types.includes('null')
  if (Array.isArray(value)) return schema.items !== undefined
  if (typeof value === 'object') return !types.includes('null') && schema.items === undefined
  return !types.includes('null') && !schema.properties
}

/** The contract's information about the responses of an operation with a status. */
export interface AnswerShape {
  readonly schema?: Schema
  /** The part of the response that the specification leaves open, in words. */
  readonly open?: string
  /** Whether that part is its body. */
  readonly isBodyOpen: boolean
}

/** Returns the shapes of all responses, by operation and status. */
export function createAnswerShapes(
  document: OpenApiDocument,
): (operation: string, status: number) => AnswerShape {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const byId = new Map(operations.map((one) => [one.operationId, one.responses]))
  return (operation, status) => {
    const stated = byId.get(operation)?.[status]
    const response = stated?.$ref
      ? document.components.responses[stated.$ref.split('/').at(-1) ?? '']
      : stated
    const open = response ? Reflect.get(response, 'x-unspecified') : undefined
    const schema = response?.content?.['application/json']?.schema
    return {
      ...(schema ? { schema } : {}),
      ...(typeof open === 'string' ? { open } : {}),
      isBodyOpen: typeof open === 'string' && /\bbody\b|administrator form/i.test(open),
    }
  }
}

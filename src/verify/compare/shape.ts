import type { OpenApiDocument, Schema } from '../../contract/openapi.ts'

/** What the contract says of one value. */
export interface Shape {
  /** The names of the schemas that it is of, the nearest first. */
  readonly names: readonly string[]
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: ReadonlySet<string>
  readonly items?: Schema
  /** Of a text: `date-time` for a time. */
  readonly format?: string
  /** What the specification leaves open of it (`x-unspecified`). */
  readonly open?: string
}

const nothing: Shape = { names: [], properties: {}, required: new Set() }

/** The shapes of schemas without alternatives, which are the same of every value. */
const plainShapes = new WeakMap<Schema, Shape>()

/** What a schema says of a value of Forgery's own, which is of one of its alternatives. */
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

/** The alternative that a value is of: the one of its type, of several objects the one whose fields it has. */
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

/** What the contract says of the answers of an operation with a status. */
export interface AnswerShape {
  readonly schema?: Schema
  /** What the specification leaves open of the answer, in words. */
  readonly open?: string
  /** Whether that is its body. */
  readonly isBodyOpen: boolean
}

/** The shapes of all answers, by operation and status. */
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

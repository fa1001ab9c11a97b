/** A JSON Schema, as far as a form reads it. */
export interface FieldSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly FieldSchema[]
  readonly oneOf?: readonly FieldSchema[]
  readonly items?: FieldSchema
  readonly description?: string
  readonly readOnly?: boolean
  readonly maxLength?: number
  readonly 'x-reference'?: string | { readonly kind: string }
}

/** How a field is filled in. */
export type FieldKind = 'text' | 'lines' | 'number' | 'yes-no' | 'choice' | 'list' | 'json'

/** A field of a form. */
export interface FormField {
  readonly name: string
  readonly kind: FieldKind
  /** Whether it may have no value. */
  readonly isNullable: boolean
  /** Of a choice, as text. */
  readonly choices: readonly string[]
  readonly description: string | undefined
  /** The collection that it names a record of. */
  readonly collection: string | undefined
  readonly isRequired: boolean
}

/** The fields of a form by the schema of what it makes or changes; those that nobody can fill in are left out. */
export function fieldsOf(
  properties: Readonly<Record<string, FieldSchema>>,
  required: readonly string[] = [],
): FormField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (schema.readOnly) return []
    const kinds = [schema, ...(schema.anyOf ?? schema.oneOf ?? [])].flatMap(typesOf)
    const choices = choicesOf(schema)
    const reference = schema['x-reference']
    return [
      {
        name,
        kind: kindOf(name, kinds, choices, schema),
        isNullable: kinds.includes('null') || choices.includes('null'),
        choices: choices.filter((choice) => choice !== 'null'),
        description: schema.description,
        collection: typeof reference === 'string' ? reference : undefined,
        isRequired: required.includes(name),
      },
    ]
  })
}

const typesOf = ({ type }: FieldSchema): readonly string[] =>
  type === undefined ? [] : [type].flat()

function choicesOf(schema: FieldSchema): string[] {
  const parts = [schema, ...(schema.anyOf ?? schema.oneOf ?? [])]
  return parts.flatMap((part) => [
    ...(part.enum ?? []).map(String),
    ...(part.const === undefined ? [] : [String(part.const)]),
  ])
}

/** Texts of more than a line. */
const longTexts =
  /^(description|body|content|note|trace|message|bio|value|commands|.*_text|.*_template)$/

function kindOf(
  name: string,
  types: readonly string[],
  choices: readonly string[],
  schema: FieldSchema,
): FieldKind {
  const own = types.filter((type) => type !== 'null')
  if (choices.length > 0) return 'choice'
  if (own.length > 1 && !own.every((type) => type === 'integer' || type === 'number')) {
    return own.includes('string') && !own.includes('object') && !own.includes('array')
      ? 'text'
      : 'json'
  }
  switch (own[0]) {
    case 'string':
      return longTexts.test(name) ? 'lines' : 'text'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'yes-no'
    case 'array':
      return itemsOf(schema)?.type === 'string' ? 'list' : 'json'
    default:
      return 'json'
  }
}

function itemsOf(schema: FieldSchema): FieldSchema | undefined {
  return schema.items ?? (schema.anyOf ?? schema.oneOf ?? []).find(({ items }) => items)?.items
}

/** A value as it stands in a field; what has none has the empty text. */
export function textOfValue({ kind }: FormField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'list' && Array.isArray(value)) return value.join('\n')
  return typeof value === 'object' || kind === 'json'
    ? JSON.stringify(value, null, 2)
    : String(value)
}

/**
 * What stands in a field as a value; undefined where nothing stands there and none was there.
 * @throws SyntaxError where it is to be JSON and is none.
 */
export function valueOfText(field: FormField, text: string): unknown {
  const { kind, isNullable, choices } = field
  if (text === '' && (isNullable || kind !== 'text')) {
    if (isNullable) return null
    return kind === 'list' ? [] : kind === 'lines' ? '' : undefined
  }
  switch (kind) {
    case 'number':
      return Number(text)
    case 'yes-no':
      return text === 'true'
    case 'choice':
      return choices.every((choice) => /^-?\d+$/.test(choice)) ? Number(text) : text
    case 'list':
      return text.split('\n').filter((line) => line !== '')
    case 'json':
      return JSON.parse(text)
    default:
      return text
  }
}

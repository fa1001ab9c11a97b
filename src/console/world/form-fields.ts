/** The part of a JSON Schema that forms use. */
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

/** The kind of input of a field. */
export type FieldKind = 'text' | 'lines' | 'number' | 'yes-no' | 'choice' | 'list' | 'json'

/** A field of a form. */
export interface FormField {
  readonly name: string
  readonly kind: FieldKind
  /** Whether the field can be null. */
  readonly isNullable: boolean
  /** The values of a choice as texts. */
  readonly choices: readonly string[]
  readonly description: string | undefined
  /** The collection that the field refers to. */
  readonly collection: string | undefined
  readonly isRequired: boolean
}

/**
 * Returns the fields of a form from the schema of a record or a request; fields that cannot be entered are left out.
 */
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

/** The names of fields with several lines. */
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

/** Formats a value for a field; no value becomes an empty text. */
export function textOfValue({ kind }: FormField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'list' && Array.isArray(value)) return value.join('\n')
  return typeof value === 'object' || kind === 'json'
    ? JSON.stringify(value, null, 2)
    : String(value)
}

/**
 * Parses the text of a field; undefined where it is empty and had no value before.
 * @throws SyntaxError where JSON is required and the text is malformed.
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

import type { OpenApiDocument, Schema } from '../../contract/openapi.ts'

/** The fields that never change of a record (`x-fixed`). */
export interface Fixed {
  /** What it is, such as `commit`: several schemas can show the same kind of record. */
  readonly record: string
  readonly fields: readonly string[]
}

/** Two fields of a record that have to agree (`x-agrees`); `field` is, begins with, ends with or contains the other. */
export interface Agreement {
  readonly field: string
  readonly is?: string
  readonly starts_with?: string
  readonly ends_with?: string
  readonly contains?: string
}

/** What holds for the records at a place in a response. */
export interface RecordRule {
  /** The names of the fields that lead there; `*` for each item of an array. */
  readonly place: readonly string[]
  readonly fixed?: Fixed
  readonly agreements: readonly Agreement[]
}

/** The depth of the deepest record: that of a commit in the data of an event in a list. */
const MAX_DEPTH = 6

/** Returns the rules for all records in a response, wherever they are embedded. */
export function recordRulesOf(
  schema: Schema | undefined,
  document: OpenApiDocument,
  place: readonly string[] = [],
): readonly RecordRule[] {
  if (!schema || place.length > MAX_DEPTH) return []
  const { $ref, properties = {}, items, anyOf = [], allOf = [] } = schema
  const target = $ref ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : undefined
  const fixed = schema['x-fixed'] as Fixed | undefined
  const agreements = (schema['x-agrees'] ?? []) as readonly Agreement[]
  const own: RecordRule = { place, agreements, ...(fixed ? { fixed } : {}) }
  const rulesOf = (part: Schema | undefined, inner = place) => recordRulesOf(part, document, inner)
  return [
    ...(fixed || agreements.length > 0 ? [own] : []),
    ...[target, ...allOf].flatMap((part) => rulesOf(part)),
    ...ofOneKind(
      anyOf.flatMap((part) => rulesOf(part)),
      place,
    ),
    ...rulesOf(items, [...place, '*']),
    ...Object.entries(properties).flatMap(([name, part]) => rulesOf(part, [...place, name])),
  ]
}

/** Returns no rules where the record can be of several kinds, such as the target of a todo. */
function ofOneKind(rules: readonly RecordRule[], place: readonly string[]): readonly RecordRule[] {
  const own = rules.filter((one) => one.place.length === place.length)
  const kinds = new Set(own.flatMap(({ fixed }) => fixed?.record ?? []))
  return kinds.size > 1 ? [] : rules
}

import { z } from 'zod'
import type { Forge } from '../../../forge/forge.ts'
import { suggestion } from '../../../shared/suggestion.ts'
import type { TableName } from '../../../store/tables.ts'
import { ControlError } from '../../control-error.ts'
import { type Reference, referencesOf } from './links.ts'
import { type AnyRecord, fieldNames, writeListed } from './record.ts'

/** The query of a list of records. A parameter with the name of a field filters by the value of that field. */
export const listQuery = z.object({
  search: z
    .string()
    .default('')
    .meta({ description: 'Words that each stand in one of the fields, whatever their case' }),
  order_by: z.string().default('id').meta({ description: 'A field of the collection' }),
  sort: z.enum(['asc', 'desc']).default('asc'),
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(200).default(50),
})

/** A page of a list of records. */
export interface RecordPage {
  /** Across all pages. */
  readonly total: number
  /** Long texts are truncated. */
  readonly records: readonly object[]
  /** The records that the records of this page refer to, each once. */
  readonly references: readonly Omit<Reference, 'field'>[]
}

/**
 * Lists records of a collection. Every record is visited, so the cost of a page grows with the collection.
 * @throws ControlError 400 for an unknown field, ZodError for any other error in the query.
 */
export function listRecords(
  forge: Forge,
  collection: TableName,
  given: URLSearchParams,
): RecordPage {
  const { query, fields } = readQuery(collection, given)
  const words = query.search.toLowerCase().split(/\s+/).filter(Boolean)
  const all: readonly AnyRecord[] = forge.db[collection].all()
  const found = all.filter((record) => hasFields(record, fields) && hasWords(record, words))
  if (query.order_by !== 'id') found.sort(orderBy(query.order_by))
  if (query.sort === 'desc') found.reverse()
  const from = (query.page - 1) * query.per_page
  const shown = found.slice(from, from + query.per_page)
  const named = new Map(
    shown
      .flatMap((record) => referencesOf(forge, collection, record))
      .map(({ field: _, ...one }) => [`${one.collection} ${one.id}`, one]),
  )
  return {
    total: found.length,
    records: shown.map(writeListed),
    references: [...named.values()],
  }
}

type Fields = readonly (readonly [name: string, value: string])[]

function readQuery(collection: TableName, given: URLSearchParams) {
  const known = fieldNames(collection)
  const fields: Fields = [...given].filter(([name]) => !Object.hasOwn(listQuery.shape, name))
  const query = listQuery.parse(Object.fromEntries(given))
  for (const name of [query.order_by, ...fields.map(([field]) => field)]) {
    if (known.includes(name)) continue
    throw new ControlError(
      400,
      `${collection} has no field ${JSON.stringify(name)}${suggestion(name, known)}`,
    )
  }
  return { query, fields }
}

function hasFields(record: AnyRecord, fields: Fields): boolean {
  return fields.every(([name, value]) => String(record[name]) === value)
}

/** The number of characters of a text that are searched; searching whole traces and files would take a second. */
const MAX_SEARCHED = 2000

function hasWords(record: AnyRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = textOf(record).toLowerCase()
  return words.every((word) => text.includes(word))
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MAX_SEARCHED)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return ''
  const inner = value instanceof Map ? [...value].flat() : Object.values(value)
  return inner.map(textOf).join('\n')
}

/** Compares numbers by value and anything else as text. Records without a value come first. */
function orderBy(field: string): (one: AnyRecord, other: AnyRecord) => number {
  return (one, other) => compare(one[field], other[field]) || one.id - other.id
}

function compare(one: unknown, other: unknown): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [textOf(one).toLowerCase(), textOf(other).toLowerCase()]
  if (a === b) return String(one) < String(other) ? -1 : 1
  return a < b ? -1 : 1
}

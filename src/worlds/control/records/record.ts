import type { Forge } from '../../../forge/forge.ts'
import { suggestion } from '../../../shared/suggestion.ts'
import { modelOf, type TableName, tableNames } from '../../../store/tables.ts'
import { ControlError } from '../../control-error.ts'

/** A record of any collection. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** @throws ControlError 404 where there is no such collection. */
export function readCollectionName(name: string): TableName {
  const found = tableNames.find((one) => one === name)
  if (found) return found
  throw new ControlError(404, `There is no collection "${name}"${suggestion(name, tableNames)}`)
}

/** @throws ControlError 404 where there is no such record. */
export function findRecord({ db }: Forge, collection: TableName, id: string): AnyRecord {
  const found = /^\d+$/.test(id) ? db[collection].get(Number(id)) : undefined
  if (found) return found
  throw new ControlError(404, `There is no record ${id} in ${collection}`)
}

/** The names of the fields that records of a collection have. */
export function fieldNames(collection: TableName): string[] {
  return Object.keys(modelOf(collection).shape)
}

/** Longer texts are truncated in lists; in characters. */
const MAX_LISTED_TEXT = 300

/** The fields by which people recognize a record; each record has at least one of them. */
const titleFields = [
  'title',
  'full_path',
  'username',
  'name',
  'path',
  'tag_name',
  'key',
  'ref',
  'url',
  'email',
  'note',
  'body',
  'uid',
  'filename',
]

/** Returns a short title of a record, such as the title of an issue. */
export function titleOf(record: AnyRecord): string {
  for (const field of titleFields) {
    const value = record[field]
    if (typeof value === 'string' && value !== '') return cut(value, 100)
  }
  return `#${record.id}`
}

/** Converts a record to JSON: maps become objects, and bytes become their number. */
export function writeRecord(record: AnyRecord): Record<string, unknown> {
  return writeFields(record, (text) => text)
}

/** Converts a record to JSON as lists show it, with long texts truncated. */
export function writeListed(record: AnyRecord): Record<string, unknown> {
  return writeFields(record, (text) => cut(text, MAX_LISTED_TEXT))
}

function writeFields(record: object, write: (text: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, writeValue(value, write)]),
  )
}

function writeValue(value: unknown, write: (text: string) => string): unknown {
  if (typeof value === 'string') return write(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return { bytes: value.length }
  if (value instanceof Map) return writeFields(Object.fromEntries(value), write)
  if (Array.isArray(value)) return value.map((one) => writeValue(one, write))
  return writeFields(value, write)
}

/** Truncates a text without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`
}

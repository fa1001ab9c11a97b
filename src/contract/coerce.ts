import type { ParameterSchema } from './operation-contract.ts'
import { isLongerThan } from './text-length.ts'
import { isDay, readTime } from './time.ts'
import { UploadedFile } from './uploaded-file.ts'

/**
 * The value as the schema of the parameter has it, or the reason why the schema refuses it: the first one, and what is
 * wrong with each part.
 */
export type Coerced =
  | { readonly value: unknown }
  | { readonly error: string; readonly within?: readonly ProblemWithin[] }

/** The problem with one part of a list or of an object, and the path of that part, such as `[0][name]`. */
export interface ProblemWithin {
  readonly place: string
  readonly problem: string
}

/** The largest PostgreSQL integer, the type of GitLab's ids and counts. */
const MAX_INTEGER = 2 ** 31 - 1
const trueWords = new Set<unknown>([true, 'true', '1', 1, 't', 'yes', 'y', 'on'])
const falseWords = new Set<unknown>([false, 'false', '0', 0, 'f', 'no', 'n', 'off', ''])
const invalidValue: Coerced = { error: 'is invalid' }

/**
 * Converts a value as it was sent (text from a query or a form, any JSON from a body) to the type that the
 * schema of the parameter declares.
 */
export function coerce(schema: ParameterSchema, given: unknown): Coerced {
  const { type: types = 'string', format } = schema
  const isFile = given instanceof UploadedFile
  if (isFile && format === 'binary') return { value: given }
  if (format === 'binary' && given !== '' && given !== null) return invalidValue
  const raw = isFile ? given.text() : given
  if (typeof types === 'string') return withinBounds(schema, coerceTo(types, schema, raw))
  const isEmpty = raw === '' && (!types.includes('string') || schema.format !== undefined)
  if (types.includes('null') && (raw === null || isEmpty)) return { value: null }
  let refused: Coerced | undefined
  for (const type of types) {
    if (type === 'null') continue
    const coerced = coerceTo(type, schema, raw)
    if ('value' in coerced) return withinBounds(schema, coerced)
    refused ??= coerced
  }
  return refused ?? invalidValue
}

function coerceTo(type: string, schema: ParameterSchema, raw: unknown): Coerced {
  switch (type) {
    case 'integer':
      return coerceInteger(schema, raw)
    case 'number':
      return coerceNumber(raw)
    case 'boolean':
      return coerceBoolean(typeof raw === 'string' ? raw.toLowerCase() : raw)
    case 'array':
      return coerceArray(schema, raw)
    case 'object':
      return coerceObject(schema, raw)
    default:
      return coerceText(schema, raw)
  }
}

function coerceBoolean(raw: unknown): Coerced {
  if (trueWords.has(raw)) return { value: true }
  return falseWords.has(raw) ? { value: false } : invalidValue
}

function coerceInteger({ format }: ParameterSchema, raw: unknown): Coerced {
  const isWritten = typeof raw === 'number' || (typeof raw === 'string' && /^[+-]?\d+$/.test(raw))
  const value = isWritten ? Number(raw) : Number.NaN
  if (!Number.isInteger(value)) return invalidValue
  const most = format === 'int64' ? Number.MAX_SAFE_INTEGER : MAX_INTEGER
  return Math.abs(value) <= most ? { value } : { error: 'is out of range' }
}

function coerceNumber(raw: unknown): Coerced {
  const isWritten = typeof raw === 'number' || (typeof raw === 'string' && raw.trim() !== '')
  const value = isWritten ? Number(raw) : Number.NaN
  return Number.isFinite(value) ? { value } : invalidValue
}

/** Reads an array. A single value is an array of one; where the schema allows it, a text is split at its commas. */
function coerceArray(
  { items = {}, maxItems, isCommaSeparated }: ParameterSchema,
  raw: unknown,
): Coerced {
  const given = Array.isArray(raw) ? raw : raw === '' || raw === null ? [] : [raw]
  const entries = isCommaSeparated ? given.flatMap(separated) : given
  if (entries.length > MAX_ENTRIES) return tooMany(MAX_ENTRIES)
  if (maxItems !== undefined && entries.length > maxItems) {
    return tooMany(maxItems)
  }
  const values: unknown[] = []
  for (const [index, entry] of entries.entries()) {
    const coerced = coerce(items, entry)
    if ('error' in coerced) {
      const { error, within } = coerced
      return within ? { error, within: inPlace(`[${index}]`, within) } : { error }
    }
    values.push(coerced.value)
  }
  return { value: values }
}

const tooMany = (maximum: number) => ({
  error: `has too many entries (maximum is ${maximum})`,
})

/** The limit of values in a comma-separated text: the same as that of the parameters of a request. */
const MAX_ENTRIES = 50_000

function separated(entry: unknown): unknown[] {
  if (typeof entry !== 'string') return [entry]
  return entry.split(',', MAX_ENTRIES + 1).flatMap((part) => part.trim() || [])
}

function coerceObject(schema: ParameterSchema, raw: unknown): Coerced {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return invalidValue
  const values: Record<string, unknown> = {}
  const within: ProblemWithin[] = []
  let error: string | undefined
  const { properties = {}, additionalProperties: others } = schema
  const named = others
    ? { ...Object.fromEntries(Object.keys(raw).map((name) => [name, others])), ...properties }
    : properties
  for (const [name, property] of Object.entries(named)) {
    const given: unknown = Object.hasOwn(raw, name) ? Reflect.get(raw, name) : undefined
    if (given === undefined || given === null) {
      if (schema.required?.includes(name)) {
        error ??= `is missing ${name}`
        within.push({ place: `[${name}]`, problem: 'is missing' })
        continue
      }
      if (property.default !== undefined) values[name] = property.default
      continue
    }
    const coerced = coerce(property, given)
    if ('error' in coerced) {
      error ??= `${coerced.error} (${name})`
      within.push(
        ...inPlace(`[${name}]`, coerced.within ?? [{ place: '', problem: coerced.error }]),
      )
      continue
    }
    values[name] = coerced.value
  }
  return error === undefined ? { value: values } : { error, within }
}

function inPlace(place: string, within: readonly ProblemWithin[]): ProblemWithin[] {
  return within.map((one) => ({ ...one, place: `${place}${one.place}` }))
}

function coerceText(schema: ParameterSchema, raw: unknown): Coerced {
  if (schema.enum && typeof raw === 'number') return { value: raw }
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean')
    return invalidValue
  // JSON.parse reads 1e999 as Infinity, which is not a number that a client can have meant.
  if (typeof raw === 'number' && !Number.isFinite(raw)) return invalidValue
  const value = String(raw)
  if (value.includes('\0')) return { error: 'contains a null byte' }
  if (/\p{Surrogate}/u.test(value)) return { error: 'is not valid text' }
  if (schema.format === 'date') {
    // Grape reads a date with `Date.parse` of Ruby, which takes a time for its day; go-gitlab sends times.
    const day = value.slice(0, 10)
    return isDay(day) && readTime(value) !== undefined ? { value: day } : invalidValue
  }
  if (schema.format === 'date-time') {
    const time = readTime(value)
    return time === undefined ? invalidValue : { value: time }
  }
  return { value }
}

function isBetween(value: number, { minimum = -Infinity, maximum = Infinity }: ParameterSchema) {
  return minimum <= value && value <= maximum
}

function withinBounds(schema: ParameterSchema, coerced: Coerced): Coerced {
  if ('error' in coerced) return coerced
  const { value } = coerced
  if (schema.enum && !schema.enum.some((one) => one === value)) {
    const number = Number(value)
    if (typeof value === 'string' && schema.enum.includes(number)) return { value: number }
    return { error: 'does not have a valid value' }
  }
  if (typeof value === 'number' && !isBetween(value, schema)) {
    return { error: 'does not have a valid value' }
  }
  const { maxLength } = schema
  if (typeof value === 'string' && maxLength !== undefined && isLongerThan(value, maxLength)) {
    return { error: `is too long (maximum is ${maxLength} characters)` }
  }
  return coerced
}

import { validationError, z } from '../shared/zod.ts'
import { freezeDeep } from './freeze.ts'

/** A zod model of records `R`, parsed from values `I`. */
export type Schema<R, I> = z.core.$ZodType<R, I> & {
  readonly shape: Readonly<Record<string, z.core.$ZodType>>
}

/** The fields of a model with their defaults; undefined where a field has none. */
export type Defaults = Readonly<Record<string, unknown>>

export function defaultsOf({ shape }: Schema<unknown, unknown>): Defaults {
  const defaults = Object.entries(shape).map(([name, field]) => [
    name,
    z.safeParse(field, undefined).data,
  ])
  return freezeDeep(Object.fromEntries(defaults))
}

/**
 * Returns a frozen copy of a record with some fields changed; an undefined field gets its default. Fields that the
 * model lacks are dropped. The values are not parsed, since the types of the forge's own writes match the model.
 */
export function withFields<R>(defaults: Defaults, record: object, fields: object, id: number): R {
  const copy = Object.assign({} as Record<string, unknown>, record)
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(defaults, name)) continue
    const value: unknown = Reflect.get(fields, name)
    copy[name] = value === undefined ? defaults[name] : freezeDeep(value)
  }
  copy.id = id
  return Object.freeze(copy) as R
}

/**
 * Parses a whole record with its model.
 * @throws ZodError where values do not match; it names the collection.
 */
export function readRecord<R>(model: Schema<R, unknown>, values: object, collection: string): R {
  const result = z.safeParse(model, values)
  if (!result.success) throw validationError(collection, result.error.issues)
  return result.data
}

/**
 * Parses the fields of a change. The others were parsed when they were written: parsing a whole record again would make
 * each change cost as much as a new record. Fields that the model lacks are dropped.
 * @throws ZodError where a value does not match its field; it names the collection.
 */
export function readChanges<R extends object>(
  { shape }: Schema<R, unknown>,
  previous: R,
  changes: object,
  collection: string,
): Partial<R> {
  const read: Record<string, unknown> = {}
  const issues: z.core.$ZodIssue[] = []
  for (const [name, value] of Object.entries(changes)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (field === undefined || isSame(Reflect.get(previous, name), value)) continue
    const result = z.safeParse(field, value)
    if (result.success) read[name] = result.data
    else for (const issue of result.error.issues) issues.push(inField(name, issue))
  }
  if (issues.length > 0) throw validationError(collection, issues)
  return read as Partial<R>
}

/** Whether a primitive value is unchanged, so that it needs no check. */
function isSame(before: unknown, value: unknown): boolean {
  return before === value && value !== undefined && (typeof value !== 'object' || value === null)
}

function inField(name: string, issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: [name, ...issue.path] }
}

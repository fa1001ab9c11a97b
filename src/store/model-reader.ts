import { validationError, z } from '../shared/zod.ts'
import { freezeDeep } from './freeze.ts'

/** A model of zod, of records `R` made of `I`. */
export type Schema<R, I> = z.core.$ZodType<R, I> & {
  readonly shape: Readonly<Record<string, z.core.$ZodType>>
}

/** Every field of a model: its default, and undefined where it has none. */
export type Defaults = Readonly<Record<string, unknown>>

export function defaultsOf({ shape }: Schema<unknown, unknown>): Defaults {
  const defaults = Object.entries(shape).map(([name, field]) => [
    name,
    z.safeParse(field, undefined).data,
  ])
  return freezeDeep(Object.fromEntries(defaults))
}

/**
 * A frozen copy of a record with some fields changed; one that is undefined has its default. What the model has no
 * field for is left out. The values are not read: the types of what the forge writes hold them to the model.
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
 * A whole record of an id, as its model has it.
 * @throws ZodError where values do not fit, which names the collection.
 */
export function readRecord<R>(model: Schema<R, unknown>, values: object, collection: string): R {
  const result = z.safeParse(model, values)
  if (!result.success) throw validationError(collection, result.error.issues)
  return result.data
}

/**
 * The fields that a change names. The others were read when they were written: reading a whole record again
 * would make each change cost as much as a new record. What the model has no field for is left out.
 * @throws ZodError where a value does not fit its field, which names the collection.
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

/** A text, a number or the like that is there already needs no second look. */
function isSame(before: unknown, value: unknown): boolean {
  return before === value && value !== undefined && (typeof value !== 'object' || value === null)
}

function inField(name: string, issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: [name, ...issue.path] }
}

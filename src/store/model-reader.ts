import { validationError, z } from '../shared/zod.ts'
import { freezeDeep } from './freeze.ts'
import type { Schema } from './library-types.ts'
import { type PlainRead, plainRead, type RecordRead, recordRead, unread } from './plain-read.ts'

/**
 * Reads the values of records as their model has them, frozen to the bottom. What a plain look finds right is
 * taken as it is, which is most; the model is asked about the rest, and says what is wrong with it.
 */
export class ModelReader<R extends object> {
  readonly #model: Schema<R, unknown>
  #readPlainly: RecordRead | undefined
  /** By the names of the fields that were read alone. */
  readonly #fields = new Map<string, PlainRead>()

  constructor(model: Schema<R, unknown>) {
    this.#model = model
  }

  /**
   * A whole record of an id. With `jitless` zod does not compile the model, which pays for many records alone.
   * @throws ZodError where values do not fit, which says that of the collection.
   */
  record(values: object, id: number, jitless: boolean, collection: string): R {
    this.#readPlainly ??= recordRead(this.#model)
    const read = this.#readPlainly(values, id)
    if (read !== unread) return read as R
    const result = z.safeParse(this.#model, { ...values, id }, { jitless })
    if (!result.success) throw validationError(collection, result.error.issues)
    return freezeDeep(result.data)
  }

  /**
   * The fields that a change names. The others were read when they were written: reading a whole record again
   * would make each change cost as much as a new record. What the model has no field for is left out.
   * @throws ZodError where a value does not fit its field, which says that of the collection.
   */
  changes(previous: R, changes: object, collection: string): Partial<R> {
    const read: Record<string, unknown> = {}
    const issues: z.core.$ZodIssue[] = []
    for (const name of Object.keys(changes)) {
      const value: unknown = Reflect.get(changes, name)
      const field = Object.hasOwn(this.#model.shape, name) ? this.#model.shape[name] : undefined
      if (field === undefined || isSame(Reflect.get(previous, name), value)) continue
      read[name] = this.#field(name, field, value, issues)
    }
    if (issues.length > 0) throw validationError(collection, issues)
    return read as Partial<R>
  }

  #field(
    name: string,
    schema: z.core.$ZodType,
    value: unknown,
    issues: z.core.$ZodIssue[],
  ): unknown {
    const readPlainly = this.#fields.get(name) ?? plainRead(schema)
    this.#fields.set(name, readPlainly)
    const read = readPlainly(value)
    if (read !== unread) return read
    const result = z.safeParse(schema, value)
    if (result.success) return freezeDeep(result.data)
    for (const issue of result.error.issues) issues.push(inField(name, issue))
    return undefined
  }
}

/** A text, a number or the like that is there already needs no second look. */
function isSame(before: unknown, value: unknown): boolean {
  return before === value && value !== undefined && (typeof value !== 'object' || value === null)
}

function inField(name: string, issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: [name, ...issue.path] }
}

import { ZodError, z } from '../zod.ts'
import { freezeDeep } from './freeze.ts'
import type { Schema } from './library-types.ts'

/**
 * The fields that a change names, each as the model reads it, and frozen. The others were read when
 * they were written: reading a whole record again would make each change cost as much as a new record.
 * What the model has no field for is left out.
 * @throws ZodError where a value does not fit its field.
 */
export function readChanges<R extends object, I>(
  model: Schema<R, I>,
  previous: R,
  changes: object,
): Partial<R> {
  const read: Record<string, unknown> = {}
  const issues: z.core.$ZodIssue[] = []
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(model.shape, name) || isSame(Reflect.get(previous, name), value)) continue
    const field = model.shape[name]
    if (field === undefined) continue
    const result = z.safeParse(field, value)
    if (result.success) read[name] = freezeDeep(result.data)
    else for (const issue of result.error.issues) issues.push(inField(name, issue))
  }
  if (issues.length > 0) throw new ZodError(issues)
  return read as Partial<R>
}

/** A text, a number or the like that is there already needs no second look. */
function isSame(before: unknown, value: unknown): boolean {
  return before === value && value !== undefined && (typeof value !== 'object' || value === null)
}

function inField(name: string, issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: [name, ...issue.path] }
}

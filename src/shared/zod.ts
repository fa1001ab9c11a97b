import { type ZodError, ZodRealError } from 'zod'
import * as z from 'zod/mini'
import english from 'zod/v4/locales/en.js'

z.config(english())

/**
 * zod's tree-shakable variant, for what every suite loads: the models of records and seeds. Bundlers cannot drop
 * unused methods of its usual form.
 */
export { z }

/** Formats a zod error: the subject, then the path of each problem and its message. */
export function validationError(what: string, issues: z.core.$ZodIssue[]): ZodError {
  const error = new ZodRealError(issues)
  const reasons = issues.map((issue) => `${placeOf(issue.path)}: ${reasonOf(issue)}`)
  error.message = `${what}: ${reasons.join('; ')}`
  z.core.util.captureStackTrace(error, validationError)
  return error
}

/** `projects[2].members.jane` */
export function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`,
    )
    .join('')
}

export function reasonOf({ message }: z.core.$ZodIssue): string {
  const missing = /^Invalid input: (expected .+), received undefined$/.exec(message)
  return missing?.[1] === undefined ? message : `is missing: ${missing[1]}`
}

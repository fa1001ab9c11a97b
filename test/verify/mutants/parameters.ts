import { assume, ignore, misread } from './faults/requests.ts'
import type { Json } from './json.ts'
import type { Mutant, OperationId } from './mutant.ts'

/* Mutants of single parameters. Where a write ignores one, it may show in what reads it back. */

export const filterIgnored = (operation: OperationId, name: string): Mutant => ({
  name: `${operation} ignores the filter ${name}`,
  operation,
  kind: 'filter ignored',
  fault: ignore(operation, [name]),
})

export const parameterIgnored = (
  operation: OperationId,
  name: string,
  alsoAt: readonly OperationId[] = [],
): Mutant => ({
  name: `${operation} ignores ${name}`,
  operation,
  alsoAt,
  kind: 'parameter ignored',
  fault: ignore(operation, [name]),
})

/** `order_by` or `sort` makes no difference. */
export const orderIgnored = (operation: OperationId, name: 'order_by' | 'sort'): Mutant => ({
  name: `${operation} ignores ${name}`,
  operation,
  kind: 'order wrong',
  fault: ignore(operation, [name]),
})

export const defaultChanged = (
  operation: OperationId,
  name: string,
  value: Json,
  alsoAt: readonly OperationId[] = [],
): Mutant => ({
  name: `${operation} takes ${name} to be ${value} where it is left out`,
  operation,
  alsoAt,
  kind: 'default changed',
  fault: assume(operation, name, value),
})

/** A required parameter may be left out: a value is made up for it. */
export const missingAccepted = (operation: OperationId, name: string, value: Json): Mutant => ({
  name: `${operation} does without the required ${name}`,
  operation,
  kind: 'validation missing',
  fault: assume(operation, name, value),
})

/** A value that is none of those allowed is taken for one of them. */
export const anyValueAccepted = (
  operation: OperationId,
  name: string,
  allowed: readonly Json[],
): Mutant => ({
  name: `${operation} takes any value for ${name}`,
  operation,
  kind: 'validation missing',
  fault: misread(operation, name, (value) =>
    allowed.some((one) => String(one) === String(value)) ? value : (allowed[0] ?? null),
  ),
})

/** One value that is given is taken for another. */
export const parameterMisread = (
  operation: OperationId,
  name: string,
  why: string,
  read: (value: Json) => Json,
  alsoAt: readonly OperationId[] = [],
): Mutant => ({
  name: `${operation} reads ${name} wrongly: ${why}`,
  operation,
  alsoAt,
  kind: 'parameter ignored',
  fault: misread(operation, name, read),
})

import { editField } from './faults/answers.ts'
import type { Json } from './json.ts'
import type { Mutant, OperationId } from './mutant.ts'

/*
 * Mutants of single fields: a path such as `author.name` is followed through objects, and through
 * each item of a list.
 */

export const dropped = (operation: OperationId, path: string): Mutant => ({
  name: `${operation} leaves out ${path}`,
  operation,
  kind: 'field dropped',
  fault: editField(operation, path, (owner, name) => {
    delete owner[name]
  }),
})

export const renamed = (operation: OperationId, path: string, to: string): Mutant => ({
  name: `${operation} calls ${path} ${to}`,
  operation,
  kind: 'field renamed',
  fault: editField(operation, path, (owner, name) => {
    owner[to] = owner[name] ?? null
    delete owner[name]
  }),
})

export const nulled = (operation: OperationId, path: string): Mutant => ({
  name: `${operation} sends null for ${path}`,
  operation,
  kind: 'field null',
  fault: editField(operation, path, (owner, name) => {
    owner[name] = null
  }),
})

/** A number or a boolean as text, a text as a number, a list as a text or an object as its id. */
export const retyped = (operation: OperationId, path: string): Mutant => ({
  name: `${operation} sends ${path} as another type`,
  operation,
  kind: 'field of another type',
  fault: editField(operation, path, (owner, name) => {
    owner[name] = asAnotherType(owner[name] ?? null)
  }),
})

function asAnotherType(value: Json): Json {
  if (value === null) return null
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object') return value.id ?? 1
  return String(value)
}

/** A value of the right type that is not the one that is there. */
export const wrong = (
  operation: OperationId,
  path: string,
  why: string,
  value: (present: Json) => Json,
  alsoAt: readonly OperationId[] = [],
): Mutant => ({
  name: `${operation} sends a wrong ${path}: ${why}`,
  operation,
  alsoAt,
  kind: 'value wrong',
  fault: editField(operation, path, (owner, name) => {
    owner[name] = value(owner[name] ?? null)
  }),
})

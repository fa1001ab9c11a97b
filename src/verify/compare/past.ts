import type { OperationId } from '../../contract/operation-contract.ts'
import { fill, type Lookup, type Step, symbolOf } from '../reproduction/history.ts'
import { isObject } from '../story/bodies.ts'
import type { Mapping } from './mapping.ts'

/** What a history did so far, by which later differences are open, in terms of the forge. */
export interface Past {
  readonly mapping: Mapping
  /** The id of the administrator whose token the run has. */
  readonly administrator: unknown
  /** What the rules of the API noted, in their own words, with its value where it has one. */
  readonly facts: Map<string, unknown>
  /** The users who are blocked, by their ids. */
  readonly blocked: ReadonlySet<unknown>
}

/** A call of a history, with its values in terms of the forge. */
export interface Call {
  readonly operation: OperationId
  /** The id of whoever calls, or as whom an administrator does. */
  readonly caller: unknown
  /** The id of what the path of the call begins with, wherever it has a path of its own instead. */
  readonly of: unknown
  readonly isByAdministrator: boolean
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Returns the call of a step, with the values that the forge has for its placeholders. */
export function callOf(step: Step, lookup: Lookup, administrator: unknown): Call {
  const { operation, as, sudo, parameters } = step
  const filled = fill(parameters, lookup)
  const values = isObject(filled) ? filled : {}
  const name = symbolOf(sudo) ?? as
  const addressed = symbolOf(parameters.id)
  return {
    operation,
    caller: name === 'admin' ? administrator : lookup(name, 'id'),
    of: (addressed && lookup(addressed, 'id')) ?? values.id,
    isByAdministrator: as === 'admin' && sudo === undefined,
    parameters: values,
  }
}

/** Two values of a field that differ, with the objects that show them. */
export interface TwoValues {
  readonly schemas: readonly string[]
  readonly field: string
  readonly server: unknown
  readonly forge: unknown
  readonly objects: {
    readonly server: Readonly<Record<string, unknown>>
    readonly forge: Readonly<Record<string, unknown>>
  }
}

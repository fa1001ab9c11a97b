import type { InstanceVariableRecord } from '../../store/models/instance-variable.ts'
import type { SystemContext } from './context.ts'
import { checkNoErrors, lengthErrors } from './validation.ts'

/** The attributes of a variable that can be written. */
export type InstanceVariableAttributes = Partial<Omit<InstanceVariableRecord, 'id'>>

type Changes = Pick<SystemContext, 'store'>

/** Throws 400 for an invalid or duplicate key, and for a value that cannot be masked. */
export function checkInstanceVariable(
  { store }: Changes,
  { key, value, is_masked }: InstanceVariableAttributes,
  variable?: InstanceVariableRecord,
): void {
  checkNoErrors({
    ...(key === undefined ? {} : { key: keyErrors(key) }),
    value: (is_masked ?? variable?.is_masked) ? maskErrors(value ?? variable?.value ?? '') : [],
  })
  const isTaken = key !== undefined && store.instanceVariables.one('key', key) !== undefined
  checkNoErrors({ key: isTaken ? [`(${key}) has already been taken`] : [] })
}

/** Returns the errors of a variable's key (`Ci::HasVariable` in app/models/concerns/ci/has_variable.rb). */
export function keyErrors(key: string): string[] {
  if (key === '') return ["can't be blank"]
  const isName = /^\w+$/.test(key)
  return [
    ...lengthErrors(key, 255),
    ...(isName ? [] : ["can contain only letters, digits and '_'."]),
  ]
}

/** Returns the errors of a masked value, which job logs hide (`REGEX` in app/models/concerns/ci/maskable.rb). */
export function maskErrors(value: string): string[] {
  return /^[\w+/=@:.~-]{8,}$/.test(value) ? [] : ['is invalid']
}

export function createInstanceVariable(
  { store }: Changes,
  attributes: InstanceVariableAttributes & { readonly key: string; readonly value: string },
): InstanceVariableRecord {
  return store.instanceVariables.insert(attributes)
}

export function changeInstanceVariable(
  { store }: Changes,
  variable: InstanceVariableRecord,
  attributes: InstanceVariableAttributes,
): InstanceVariableRecord {
  return store.instanceVariables.replace(variable, attributes)
}

export function removeInstanceVariable({ store }: Changes, variable: InstanceVariableRecord): void {
  store.instanceVariables.remove(variable)
}

import type { Call } from '../client/client.ts'
import type { Parameters } from '../client/encode.ts'
import { type Changeable, changeables, type Kind, kinds } from './kinds.ts'

/** What a call writes beyond what the run itself made, which is removed with all that is in it. */
export type Effect =
  | { readonly effect: 'makes'; readonly kind: Kind; readonly name: string }
  | { readonly effect: 'removes'; readonly kind: Kind; readonly id: unknown }
  | { readonly effect: 'changes'; readonly changeable: Changeable; readonly to: Parameters }
  | { readonly effect: 'none' }

/**
 * What a call writes. `isTokenUser` says whether the user of the run's token makes it, to whom keys,
 * addresses and settings then belong that would else be those of a user of the run.
 */
export function effectOf({ operation, parameters, method }: Call, isTokenUser: boolean): Effect {
  const { id } = operation
  // A verb that the path does not have carries no values.
  if (method !== undefined) return { effect: 'none' }
  const kind = kinds.find(
    ({ creates, isOfCaller }) => creates === id && (isTokenUser || !isOfCaller),
  )
  if (kind) return { effect: 'makes', kind, name: String(parameters[kind.nameField] ?? '') }
  const removed = kinds.find(({ removes }) => removes === id)
  if (removed) return { effect: 'removes', kind: removed, id: parameters[removed.idParameter] }
  const changeable = changeables.find(
    ({ writes, isOfCaller }) => writes === id && (isTokenUser || !isOfCaller),
  )
  if (changeable) return { effect: 'changes', changeable, to: parameters }
  if (isTokenUser && id === 'createProject' && parameters.namespace_id === undefined) {
    throw new Error("a project in the namespace of the token's user could not be removed")
  }
  return { effect: 'none' }
}

/** Whether a call writes, or does something else that lasts. */
export function isWrite({ operation, method }: Pick<Call, 'operation' | 'method'>): boolean {
  return (method ?? operation.method) !== 'GET' || operation.hasEffect === true
}

/** Whether everybody who uses the server may feel a call: it is sent with `instance` alone. */
export function isOfInstance(call: Pick<Call, 'operation' | 'method'>): boolean {
  return isWrite(call) && /^\/(application\/settings|hooks)(\/|$)/.test(call.operation.path)
}

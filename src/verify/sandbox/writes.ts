import type { Call } from '../client/client.ts'
import type { Parameters } from '../client/encode.ts'
import { judgedApis } from '../contract/judged-api.ts'
import type { Operation } from '../contract/operation.ts'
import { type Changeable, changeables, type Kind, kindsOf } from './kinds.ts'

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
  const { id, api } = operation
  const kinds = kindsOf(api)
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
  if (isTokenUser && takesNamespace(operation) && parameters.namespace_id === undefined) {
    throw new Error("a project in the namespace of the token's user could not be removed")
  }
  return { effect: 'none' }
}

/** Whether a call writes, or does something else that lasts. */
export function isWrite({ operation, method }: Pick<Call, 'operation' | 'method'>): boolean {
  return (method ?? operation.method) !== 'GET' || operation.hasEffect === true
}

/** Whether everybody who uses the server may feel a call: of v3 it is sent with `instance` alone, of v4 never. */
export function isOfInstance(call: Pick<Call, 'operation' | 'method'>): boolean {
  const { api, path } = call.operation
  return isWrite(call) && judgedApis[api].isInstanceWide(path)
}

/**
 * Whether a write of v4 goes where its path or its group says, and not to what the caller has: whom a faulty server
 * takes nobody for is not known.
 */
export function writesInPlace({ operation, parameters }: Call): boolean {
  const { namespace_id, parent_id } = parameters
  const isInGroup = typeof (namespace_id ?? parent_id) === 'number'
  return isInGroup || operation.path === '/users' || !isOfCaller(operation)
}

export const OF_WHOEVER_CALLS = 'it writes to what the caller has, whoever a server takes that for'

/** Whether a path names nothing that is written to, so that what is written is the caller's. */
export function isOfCaller({
  isInNamespaceOfCaller,
  path,
}: Pick<Operation, 'isInNamespaceOfCaller' | 'path'>): boolean {
  return isInNamespaceOfCaller || !path.includes('{')
}

/** Whether it makes a project that would be the caller's own, did the call not say in which namespace it is to be. */
export function takesNamespace({ isInNamespaceOfCaller, parameters }: Operation): boolean {
  return isInNamespaceOfCaller && parameters.some(({ name }) => name === 'namespace_id')
}

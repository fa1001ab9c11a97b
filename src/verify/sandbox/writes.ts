import type { Call } from '../client/client.ts'
import type { Parameters } from '../client/encode.ts'
import { judgedApis } from '../contract/judged-api.ts'
import type { Operation } from '../contract/operation.ts'
import { type Changeable, changeables, type Kind, kindsOf } from './kinds.ts'

/** The effect of a call outside of the records of the run, which are removed with their content. */
export type Effect =
  | { readonly effect: 'makes'; readonly kind: Kind; readonly name: string }
  | { readonly effect: 'removes'; readonly kind: Kind; readonly id: unknown }
  | { readonly effect: 'changes'; readonly changeable: Changeable; readonly to: Parameters }
  | { readonly effect: 'none' }

/**
 * Determines the effect of a call. `isTokenUser` states whether it is made by the user of the run's token, who then
 * owns keys, e-mail addresses and settings that otherwise belong to a user of the run.
 */
export function effectOf({ operation, parameters, method }: Call, isTokenUser: boolean): Effect {
  const { id, api } = operation
  const kinds = kindsOf(api)
  // A request with a method that the path does not have carries no values.
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
  return { effect: 'none' }
}

/** Whether a call makes a project in the namespace of its caller. */
export const makesOwnProject = ({ operation, parameters, method }: Call) =>
  method === undefined && takesNamespace(operation) && parameters.namespace_id === undefined

/** Whether a call writes, or has another lasting effect. */
export function isWrite({ operation, method }: Pick<Call, 'operation' | 'method'>): boolean {
  return (method ?? operation.method) !== 'GET' || operation.hasEffect === true
}

/** Whether a call affects everybody on the server: in v3 it is sent with `instance` only, in v4 never. */
export function isOfInstance(call: Pick<Call, 'operation' | 'method'>): boolean {
  const { api, path } = call.operation
  return isWrite(call) && judgedApis[api].isInstanceWide(path)
}

/**
 * Whether a write of v4 applies to its path or its group, instead of to records of the caller, whose identity a faulty
 * server may get wrong.
 */
export function writesInPlace({ operation, parameters }: Call): boolean {
  const { namespace_id, parent_id } = parameters
  const isInGroup = typeof (namespace_id ?? parent_id) === 'number'
  return isInGroup || operation.path === '/users' || !isOfCaller(operation)
}

export const OF_WHOEVER_CALLS = 'it writes to what the caller has, whoever a server takes that for'

/** Whether the path names no target, so that the write applies to the caller's records. */
export function isOfCaller({
  isInNamespaceOfCaller,
  path,
}: Pick<Operation, 'isInNamespaceOfCaller' | 'path'>): boolean {
  return isInNamespaceOfCaller || !path.includes('{')
}

/** Whether the operation creates a project in the namespace of the caller unless a namespace is given. */
export function takesNamespace({ isInNamespaceOfCaller, parameters }: Operation): boolean {
  return isInNamespaceOfCaller && parameters.some(({ name }) => name === 'namespace_id')
}

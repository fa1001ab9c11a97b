import type { Forge } from '../../../../src/forge/forge.ts'
import type { Call } from '../call.ts'
import type { Fault, OperationId } from '../mutant.ts'
import { answer, on, onCalls } from './operations.ts'

/** Whether a request shows no credentials of any kind. */
export function isAnonymous({ headers, url }: Call): boolean {
  const inHeaders = ['private-token', 'authorization', 'cookie'].some((name) => headers.has(name))
  const { searchParams } = url
  return !inHeaders && !searchParams.has('private_token') && !searchParams.has('access_token')
}

/** The same call with the credentials of an administrator. */
export function asAdministrator(call: Call, forge: Forge): Call {
  const administrator = forge.db.users.all().find(({ is_admin }) => is_admin)
  const credential = forge.db.credentials
    .all()
    .find(({ user_id, kind }) => user_id === administrator?.id && kind === 'private')
  return withToken(call, credential?.token ?? '')
}

/** The same call with a private token in place of its credentials, and without sudo. */
export function withToken(call: Call, token: string): Call {
  const headers = new Headers(call.headers)
  for (const name of ['authorization', 'cookie', 'sudo']) headers.delete(name)
  headers.set('private-token', token)
  const url = new URL(call.url)
  for (const name of ['private_token', 'access_token', 'sudo']) url.searchParams.delete(name)
  return { ...call, headers, url }
}

/** Does what it should refuse those who may not: with success where an administrator has it. */
export function permit(
  operations: OperationId | readonly OperationId[],
  statuses: readonly number[],
  isMeant: (call: Call) => boolean = (call) => !isAnonymous(call),
): Fault {
  return on(operations, async (call, context) => {
    const response = await answer(call, context)
    if (!statuses.includes(response.status) || !isMeant(call)) return response
    const permitted = await answer(asAdministrator(call, context.forge), context)
    if (!permitted.ok) return response
    context.hit()
    return permitted
  })
}

/** Shows a caller what an administrator sees. */
export function showAll(operation: OperationId): Fault {
  return on(operation, async (call, context) => {
    const response = await answer(call, context)
    if (!response.ok) return response
    const all = await answer(asAdministrator(call, context.forge), context)
    if ((await all.clone().text()) === (await response.clone().text())) return response
    context.hit()
    return all
  })
}

/** Takes calls with an unknown token for those of somebody. */
export function acceptAnyToken(): Fault {
  return onCalls(
    (call) => !isAnonymous(call),
    async (call, context) => {
      const response = await answer(call, context)
      if (response.status !== 401) return response
      context.hit()
      return answer(asAdministrator(call, context.forge), context)
    },
  )
}

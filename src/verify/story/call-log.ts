import type { OperationId } from '../../contract/operation-contract.ts'
import type { Parameters } from '../client/encode.ts'

/** A write that a run sent and the server carried out. */
export interface LoggedCall {
  readonly operation: OperationId
  readonly parameters: Parameters
  /** Who called, as `Caller.who` names them. */
  readonly who: string
  /** Whom the caller acted as, by id or username. */
  readonly sudo?: string | number
  readonly status: number
  /** What the answer names the record by that it made: an id, or the SHA of a commit; its number in the project. */
  readonly id?: unknown
  readonly iid?: unknown
  /** Which check or story it was, with its chapter. */
  readonly source: string
}

/** The writes of a run, in the order of their answers: what a failure came after. */
export interface CallLog {
  add(call: LoggedCall): void
  readonly calls: readonly LoggedCall[]
  /** Who calls, with what they are in the groups and projects of the run: `jane (master of project 5)`. */
  describe(who: string): string
}

const levels: Readonly<Record<number, string>> = {
  10: 'guest',
  20: 'reporter',
  30: 'developer',
  40: 'master',
  50: 'owner',
}

/** Whoever owns the fixture owns dozens of groups. */
const MAX_ROLES = 3

export function createCallLog(): CallLog {
  const calls: LoggedCall[] = []
  const ids = new Map<string, unknown>()
  /** By the id of a user. */
  const roles = new Map<unknown, string[]>()

  const addRole = (user: unknown, role: string) =>
    roles.set(user, [...(roles.get(user) ?? []), role])

  return {
    calls,
    add(call) {
      calls.push(call)
      const { operation, parameters, who, id } = call
      const { username, user_id, access_level } = parameters
      if (operation === 'createUser') ids.set(String(username), id)
      if (operation === 'createGroup' && ids.has(who)) addRole(ids.get(who), `owner of group ${id}`)
      const level = levels[Number(access_level)]
      if (level === undefined || user_id === undefined) return
      const kind = operation.includes('Group') ? 'group' : 'project'
      addRole(user_id, `${level} of ${kind} ${parameters.id}`)
    },
    describe(who) {
      const known = roles.get(ids.get(who)) ?? []
      const shown = known.slice(0, MAX_ROLES)
      if (known.length > MAX_ROLES) shown.push('…')
      return shown.length > 0 ? `${who} (${shown.join(', ')})` : who
    },
  }
}

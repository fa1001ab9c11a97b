import type { OperationId } from '../../contract/operation-contract.ts'
import type { Parameters } from '../client/encode.ts'

/** A write of the run that the server carried out. */
export interface LoggedCall {
  readonly operation: OperationId
  readonly parameters: Parameters
  /** The caller, as in `Caller.who`. */
  readonly who: string
  /** The impersonated user, by id or username. */
  readonly sudo?: string | number
  readonly status: number
  /** The identity of the created record in the response: an id, the SHA of a commit, or the iid. */
  readonly id?: unknown
  readonly iid?: unknown
  /** The check or story, with its chapter. */
  readonly source: string
}

/** The writes of a run in the order of their responses, which precede a failure. */
export interface CallLog {
  add(call: LoggedCall): void
  readonly calls: readonly LoggedCall[]
  /** Describes a caller with their roles in the groups and projects of the run: `jane (master of project 5)`. */
  describe(who: string): string
}

const levels: Readonly<Record<number, string>> = {
  10: 'guest',
  20: 'reporter',
  30: 'developer',
  40: 'master',
  50: 'owner',
}

/** The maximum number of roles in a description, since the owner of the fixture has dozens of groups. */
const MAX_ROLES = 3

export function createCallLog(): CallLog {
  const calls: LoggedCall[] = []
  const ids = new Map<string, unknown>()
  /** By user id. */
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

import type { Answer } from '../client/answer.ts'
import type { Call } from '../client/client.ts'
import { isObject } from '../story/bodies.ts'
import { hookKind, kindsOf } from './kinds.ts'
import { unknownId, unknownName } from './names.ts'

/** What of a run's records a write may name: all else in a path lies in one of them. */
type Root = 'user' | 'group' | 'project'

/** The records that a run made, to which alone it writes. */
export interface OwnRecords {
  /** Takes what a creation answered. */
  add(call: Call, answer: Answer): void
  /**
   * The parameter that names a record which the run did not make; undefined where there is none. The keys and
   * addresses of a user are theirs: `isTokenUser` says whether that is the user of the run's token.
   */
  foreign(call: Call, isTokenUser: boolean): string | undefined
}

/** Parameters that name what is written to, in a path or beside it. */
const named: Readonly<Record<string, Root>> = {
  user_id: 'user',
  project_id: 'project',
  to_project_id: 'project',
  target_project_id: 'project',
  namespace_id: 'group',
  namespace: 'group',
  parent_id: 'group',
  group_id: 'group',
}

const creations: Readonly<Record<string, Root>> = {
  createUser: 'user',
  createGroup: 'group',
  createProject: 'project',
  createProjectForUser: 'project',
  forkProject: 'project',
}

/** By what a record is known; where an answer shows none of them its id is believed. */
const names = ['username', 'path', 'name', 'email'] as const

/** The records of the run whose names have a prefix; `given` is the user whose token it was given. */
export function createOwnRecords(prefix: string, given: () => number | undefined): OwnRecords {
  const ids = { user: new Set<unknown>(), group: new Set<unknown>(), project: new Set<unknown>() }
  /** Of what lies in none of them, by the operation that creates it: hooks, and what a user has. */
  const others = new Map<string, Set<unknown>>()

  function isOwn(value: unknown, root: Root, isInPath: boolean): boolean {
    if (value === unknownId || value === unknownName || value === undefined) return true
    // Beside the path a text names nothing: it is sent to be refused.
    if (typeof value === 'string' && (value.includes(prefix) || !isInPath)) return true
    return ids[root].has(value) || (root === 'user' && value === given())
  }

  return {
    add({ operation: { id }, parameters }, { status, body }) {
      const [made] = Array.isArray(body) ? body : [body]
      if (status >= 300 || !isObject(made) || typeof made.id !== 'number') return
      const root = creations[id]
      if (!root) {
        others.set(id, (others.get(id) ?? new Set()).add(made.id))
        return
      }
      const shown = names.flatMap((name) => (typeof made[name] === 'string' ? [name] : []))
      // What has another's name may be somebody else's, whatever it was answered to.
      const isOfRun = shown.some(
        (name) => made[name] === parameters[name] || String(made[name]).includes(prefix),
      )
      if (isOfRun || shown.length === 0) ids[root].add(made.id)
    },
    foreign({ operation, parameters }, isTokenUser) {
      const kind = kindsOf('v3').find(
        ({ removes, creates }) => removes === operation.id && !creations[creates],
      )
      const isOfHooks = operation.path.startsWith('/hooks/')
      if (isOfHooks || (kind && isTokenUser)) {
        const { creates, idParameter } = kind ?? hookKind
        const id = parameters[idParameter]
        return id === unknownId || others.get(creates)?.has(id) ? undefined : idParameter
      }
      return operation.parameters.find(({ name, record, in: place }) => {
        const isRoot = record === 'user' || record === 'group' || record === 'project'
        const isBeside = place !== 'path' || /^(user|project|group)_id$/.test(name)
        const root = isRoot ? record : isBeside ? named[name] : undefined
        return root && !isOwn(parameters[name], root, place === 'path')
      })?.name
    },
  }
}

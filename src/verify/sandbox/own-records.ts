import type { Answer } from '../client/answer.ts'
import type { Call } from '../client/client.ts'
import { isObject } from '../story/bodies.ts'
import { hookKind, kindsOf } from './kinds.ts'
import { unknownId, unknownName } from './names.ts'

/** The kinds of records at the root of paths: all other records of a run are below one of them. */
type Root = 'user' | 'group' | 'project'

/** The records that a run created; it writes to no others. */
export interface OwnRecords {
  /** Adds the record in the response to a creation. */
  add(call: Call, answer: Answer): void
  /**
   * Returns the parameter that names a foreign record; undefined where there is none. Keys and e-mail addresses belong
   * to the caller: `isTokenUser` states whether that is the user of the run's token.
   */
  foreign(call: Call, isTokenUser: boolean): string | undefined
}

/** The parameters that name the written record, in a path or elsewhere. */
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

/** The fields that identify a record; where a response shows none of them, its id is trusted. */
const names = ['username', 'path', 'name', 'email'] as const

/** Makes the set of records of the run whose names have a prefix; `given` returns the user whose token was provided. */
export function createOwnRecords(prefix: string, given: () => number | undefined): OwnRecords {
  const ids = { user: new Set<unknown>(), group: new Set<unknown>(), project: new Set<unknown>() }
  /** The ids of other records by the operation that creates them: hooks, and what belongs to users. */
  const others = new Map<string, Set<unknown>>()

  function isOwn(value: unknown, root: Root, isInPath: boolean): boolean {
    if (value === unknownId || value === unknownName || value === undefined) return true
    // Outside of the path, a text does not refer to a record: it is sent to be refused.
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
      // A record with a foreign name may belong to somebody else, whatever request it answered.
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

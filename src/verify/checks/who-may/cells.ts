import type { Permission } from '../../../contract/openapi.ts'
import type { Visibility } from '../../../contract/visibility-levels.ts'
import type { Operation } from '../../contract/operation.ts'
import { accessLevels } from '../../story/test-context.ts'

/** The levels of members, the lowest first. */
export const levelNames = ['guest', 'reporter', 'developer', 'master', 'owner'] as const
type LevelName = (typeof levelNames)[number]

/**
 * The kinds of callers: nobody has no credentials, a stranger is not a member, a former member was a master, and the
 * blocked user was an owner.
 */
export type Role = 'nobody' | 'stranger' | 'former' | 'blocked' | LevelName

/** The expected response to a caller in a place. */
export interface Cell {
  readonly role: Role
  /** The possible statuses of a refusal; undefined for callers with permission. */
  readonly refusals?: readonly number[]
  /** Whether the specification states it, instead of GitLab 8.15 only. */
  readonly isStated: boolean
}

type Asked = Operation & { readonly permission: Permission }

/**
 * Returns the callers to test in a place: all in a private one; in an open one those whose access depends on the
 * visibility, and the highest role without permission.
 */
export function cellsOf(operation: Asked, visibility: Visibility): readonly Cell[] {
  const { permission, access, method } = operation
  const isPrivate = visibility === 'private'
  const hasNobody = access === 'public' || (isPrivate && method !== 'GET')
  const refused = levelNames.filter((name) => !mayAsMember(operation, name, visibility))
  const levels = isPrivate ? levelNames : refused.slice(-1)
  return [
    ...(hasNobody ? [ofNobody(operation, visibility)] : []),
    ...(isPrivate ? ofStrangerOfPrivate(operation) : [ofStranger(operation)]),
    ...(isPrivate ? [ofFormer(operation), ofBlocked] : []),
    ...levels.map(
      (role): Cell => ({
        role,
        ...(refused.includes(role) ? { refusals: refusalsOf(permission, role, isPrivate) } : {}),
        isStated:
          permission.stated?.includes('levels') === true &&
          (refused.includes(role) || !permission.may_be_narrower),
      }),
    ),
  ]
}

function ofNobody({ access, permission }: Asked, visibility: Visibility): Cell {
  const may = access === 'public' && visibility === 'public' && permission.beyond === 'everyone'
  if (may) return { role: 'nobody', isStated: true }
  return { role: 'nobody', refusals: access === 'public' ? [401, 404] : [401], isStated: true }
}

/**
 * Returns the cell of strangers in a private place, where only explicit access counts. Reads of projects are tested as
 * `private-project`.
 */
function ofStrangerOfPrivate({ permission, method }: Asked): Cell[] {
  if (permission.of === 'project' && method === 'GET') return []
  return [{ role: 'stranger', refusals: refusalsOfPrivate(permission), isStated: true }]
}

/** Returns the cell of those who left a private place: they see no more of it than strangers. */
const ofFormer = ({ permission }: Asked): Cell => ({
  role: 'former',
  refusals: refusalsOfPrivate(permission),
  isStated: true,
})

const ofBlocked: Cell = { role: 'blocked', refusals: [401, 403, 404], isStated: true }

/** Returns the statuses that keep a private place from those who may not see it. */
const refusalsOfPrivate = ({ hidden }: Permission) => [403, 404, ...(hidden ? [hidden] : [])]

/**
 * Returns the cell of strangers in an open place. Whether such a place permits their writes is not specified, except
 * that they are refused where those of members are.
 */
function ofStranger({ permission, method }: Asked): Cell {
  const { beyond, stated } = permission
  if (beyond !== 'nobody') {
    return { role: 'stranger', isStated: stated?.includes('beyond') === true }
  }
  return { role: 'stranger', refusals: anyRefusal, isStated: method !== 'GET' }
}

const anyRefusal = [400, 401, 403, 404]

/** Returns the specified status; without one, the status of a refused push. */
function refusalsOf(
  { refusal, stated, of_merge_requests }: Permission,
  role: LevelName,
  isPrivate: boolean,
): readonly number[] {
  if (refusal === undefined) return stated ? anyRefusal : [403, 404]
  return role === 'guest' && isPrivate && of_merge_requests ? [refusal, 403, 404] : [refusal]
}

function mayAsMember({ permission }: Asked, name: LevelName, visibility: Visibility): boolean {
  const isHidden = permission.of_merge_requests === true && name === 'guest'
  if (visibility === 'private') return !isHidden && accessLevels[name] >= permission.from
  return permission.beyond !== 'nobody' || accessLevels[name] >= permission.from
}

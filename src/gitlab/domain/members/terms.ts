import { accessLevelNames } from '../../../contract/access-levels.ts'
import { forbidden } from '../../../contract/errors.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { isCurrent, membershipOf } from '../../access/membership.ts'
import type { Context } from '../context.ts'
import type { MemberTerms } from './membership.ts'

/** Throws 403 for an access level above the caller's own. */
export function mustGiveLevel(
  { viewer }: Context,
  own: number,
  { access_level }: Pick<MemberTerms, 'access_level'>,
): void {
  if (!viewer.isAdmin && access_level > own) throw forbidden()
}

/**
 * Returns the errors of a membership's terms: the level must not be below the inherited one, and the expiry must not
 * be in the past.
 */
export function termErrors(
  { store, today }: Context,
  around: readonly NamespaceRecord[],
  user: UserRecord,
  { access_level, expires_at }: Pick<MemberTerms, 'access_level' | 'expires_at'>,
): Record<'access_level' | 'expires_at', string[]> {
  const inherited = around
    .flatMap((group) => {
      const member = membershipOf(store, 'group', group.id, user.id)
      return member && isCurrent(member, today) ? [{ group, level: member.access_level }] : []
    })
    .sort((one, other) => other.level - one.level)[0]
  const isLess = inherited !== undefined && inherited.level > access_level
  const isOver = expires_at !== undefined && expires_at !== null && expires_at < today
  return {
    access_level: isLess
      ? [
          `should be greater than or equal to ${accessLevelNames[inherited.level]} inherited membership from group ${inherited.group.name}`,
        ]
      : [],
    expires_at: isOver ? ['cannot be a date in the past'] : [],
  }
}

import type { MemberDetail } from '../../../contract/generated/v3/contract.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import { level } from '../../access/abilities.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBrief } from './user.ts'

/** Returns a member (`member.json`): the user with the level and expiry date of the membership. */
export function memberResource(member: MemberRecord, presentation: Presentation): MemberDetail {
  const user = existingUser(presentation, member.user_id)
  return {
    ...userBrief(user, presentation),
    created_at: user.created_at,
    access_level: shownLevel(member),
    expires_at: member.expires_at,
  }
}

/** Returns the access level for v3, where a planner is shown as guest. */
export function shownLevel({ access_level }: Pick<MemberRecord, 'access_level'>) {
  return access_level === level.planner ? level.guest : access_level
}

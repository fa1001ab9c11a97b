import type { MemberDetail } from '../../../contract/generated/v3/contract.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import { level } from '../../access/abilities.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBrief } from './user.ts'

/** A member (`member.json`): the user, with the level and the last day of the membership. */
export function memberResource(member: MemberRecord, presentation: Presentation): MemberDetail {
  const user = existingUser(presentation, member.user_id)
  return {
    ...userBrief(user, presentation),
    created_at: user.created_at,
    access_level: shownLevel(member),
    expires_at: member.expires_at,
  }
}

/** The access level as v3 knows them: a planner is a guest there, who may do more with issues. */
export function shownLevel({ access_level }: Pick<MemberRecord, 'access_level'>) {
  return access_level === level.planner ? level.guest : access_level
}

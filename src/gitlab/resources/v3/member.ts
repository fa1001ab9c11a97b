import type { MemberDetail } from '../../../contract/generated/v3/contract.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBrief } from './user.ts'

/** A member (`member.json`): the user, with the level and the last day of the membership. */
export function memberResource(member: MemberRecord, presentation: Presentation): MemberDetail {
  const user = existingUser(presentation, member.user_id)
  return {
    ...userBrief(user, presentation),
    created_at: user.created_at,
    access_level: member.access_level,
    expires_at: member.expires_at,
  }
}

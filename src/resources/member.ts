import type { Member, MemberDetail } from '../contract/generated/contract.ts'
import type { Presentation } from '../domain/context.ts'
import { existingUser } from '../domain/lookups.ts'
import type { MemberRecord } from '../store/models/member.ts'

/** The form of lists (document 1, Member): everything but the access level is the user's own. */
export function memberResource(member: MemberRecord, presentation: Presentation): Member {
  const { id, username, name, state, created_at } = existingUser(presentation, member.user_id)
  return { id, username, name, state, created_at, access_level: member.access_level }
}

/** The form of a member looked up alone, with the day on which the membership ends. */
export function memberDetail(member: MemberRecord, presentation: Presentation): MemberDetail {
  return { ...memberResource(member, presentation), expires_at: member.expires_at }
}

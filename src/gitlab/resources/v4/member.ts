import type { Member } from '../../../contract/generated/v4/contract.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBasic } from './user.ts'

/** A member of a group or a project: the user, with the membership (`schemas/v4/resources/member.json`). */
export function memberResource(
  member: Pick<
    MemberRecord,
    'user_id' | 'access_level' | 'created_at' | 'created_by_id' | 'expires_at'
  >,
  presentation: Presentation,
): Member {
  const { access_level, created_at, expires_at } = member
  const creator = presentation.store.users.get(member.created_by_id ?? 0)
  return Object.assign(userBasic(existingUser(presentation, member.user_id), presentation), {
    access_level,
    created_at,
    created_by: creator && userBasic(creator, presentation),
    expires_at,
  })
}

import type { Member } from '../../../contract/generated/v4/contract.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import { level } from '../../access/abilities.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { ownsProject } from '../../domain/members/membership.ts'
import { userBasic } from './user.ts'

/** Returns a member of a group or a project: the user with the membership (`schemas/v4/resources/member.json`). */
export function memberResource(member: MemberRecord, presentation: Presentation): Member {
  const { created_at, expires_at } = member
  const creator = presentation.store.users.get(member.created_by_id ?? 0)
  return Object.assign(userBasic(existingUser(presentation, member.user_id), presentation), {
    access_level: shownLevel(member, presentation),
    created_at,
    created_by: creator && userBasic(creator, presentation),
    expires_at,
  })
}

/** Returns the access level for v4: the owner of a personal project is Owner, where v3 had no level above 40. */
export function shownLevel(
  { source_type, source_id, user_id: id, access_level }: MemberRecord,
  { store }: Pick<Presentation, 'store'>,
): MemberRecord['access_level'] {
  const project = source_type === 'project' ? store.projects.get(source_id) : undefined
  return project && ownsProject({ store }, project, { id }) ? level.owner : access_level
}

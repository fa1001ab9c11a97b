import { forbidden } from '../../../contract/errors.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { sourceKey } from '../../../store/record-keys.ts'
import { level } from '../../access/abilities.ts'
import { descendantsOf, projectsBelow } from '../../access/group-tree.ts'
import { membershipOf } from '../../access/membership.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { existingUser } from '../lookups.ts'
import { isLastOwner } from './last-owner.ts'

/** The access level and the expiry of a membership. */
export type MemberTerms = Pick<MemberRecord, 'access_level'> &
  Partial<Pick<MemberRecord, 'expires_at' | 'created_by_id'>>

export function joinGroup(
  context: Context,
  group: NamespaceRecord,
  user: UserRecord,
  terms: MemberTerms,
): MemberRecord {
  const member = context.store.members.insert({
    source_type: 'group',
    source_id: group.id,
    user_id: user.id,
    access_level: terms.access_level,
    expires_at: terms.expires_at,
    created_by_id: terms.created_by_id,
    created_at: context.now,
  })
  endRequest(context, member)
  context.fire(systemHookMessages.userAddedToGroup(member, group, user))
  return member
}

/** Adds a member to a project, with an event by the member, whoever added the member. */
export function joinProject(
  context: Context,
  project: ProjectRecord,
  user: UserRecord,
  terms: MemberTerms,
): MemberRecord {
  const member = addProjectMember(context, project, user, terms)
  if (!ownsProject(context, project, user)) {
    recordEvent(context, 'joined', project, { author_id: user.id })
  }
  return member
}

/** Copies the direct members of another project, up to the caller's access level. */
export function importMembers(
  context: Context,
  project: ProjectRecord,
  source: ProjectRecord,
): void {
  const { store, viewer } = context
  const highest = viewer.isAdmin ? level.owner : viewer.projectLevel(project)
  for (const member of store.members.by('source', sourceKey('project', source.id)).slice()) {
    if (membershipOf(store, 'project', project.id, member.user_id)) continue
    const access_level = member.access_level > highest ? level.master : member.access_level
    const { expires_at } = member
    joinProject(context, project, existingUser(context, member.user_id), {
      access_level,
      expires_at,
    })
  }
}

/** Adds a member to a project without an event. */
export function addProjectMember(
  context: Context,
  project: ProjectRecord,
  user: UserRecord,
  terms: MemberTerms,
): MemberRecord {
  const member = context.store.members.insert({
    source_type: 'project',
    source_id: project.id,
    user_id: user.id,
    access_level: terms.access_level,
    expires_at: terms.expires_at,
    created_by_id: terms.created_by_id,
    created_at: context.now,
  })
  endRequest(context, member)
  context.fire(systemHookMessages.userAddedToTeam(member, project, user, context))
  return member
}

/** Removes the access requests of a new member. */
function endRequest({ store }: Context, { source_type, source_id, user_id }: MemberRecord): void {
  const requests = store.accessRequests.by('source', sourceKey(source_type, source_id))
  store.accessRequests.removeAll(requests.filter((one) => one.user_id === user_id))
}

export function leaveGroup(
  context: Context,
  group: NamespaceRecord,
  user: UserRecord,
  member: MemberRecord,
): void {
  context.store.members.remove(member)
  context.fire(systemHookMessages.userRemovedFromGroup(member, group, user))
}

/** Removes a user from the subgroups and projects of a group, except where the user is the last owner. */
export function leaveWithin(context: Context, group: NamespaceRecord, user: UserRecord): void {
  const { store, today } = context
  for (const within of descendantsOf(store, group)) {
    const member = membershipOf(store, 'group', within.id, user.id)
    if (member && !isLastOwner(store, member, today)) leaveGroup(context, within, user, member)
  }
  for (const project of projectsBelow(store, group)) {
    const member = membershipOf(store, 'project', project.id, user.id)
    if (member) leaveProject(context, project, user, member)
  }
}

/**
 * Removes a member from a project, with an event by the member, whoever removed the member: `left`, or `expired`
 * where the membership ended.
 */
export function leaveProject(
  context: Context,
  project: ProjectRecord,
  user: UserRecord,
  member: MemberRecord,
  action: 'left' | 'expired' = 'left',
): void {
  context.store.members.remove(member)
  recordEvent(context, action, project, { author_id: user.id })
  context.fire(systemHookMessages.userRemovedFromTeam(member, project, user, context))
}

/** Throws 403 for the last owner of a group, whom not even an administrator can remove. */
export function checkOwnerRemains({ store, today }: Context, leaving: MemberRecord): void {
  if (isLastOwner(store, leaving, today)) throw forbidden('a group keeps its last owner')
}

/** Throws 403 for the owner of a personal project, who cannot be removed. */
export function checkProjectMemberRemoval(
  context: Context,
  project: ProjectRecord,
  user: UserRecord,
): void {
  if (ownsProject(context, project, user)) throw forbidden('a project keeps its owner')
}

/** Whether a project is in the user's personal namespace. Its owner can neither join nor leave it. */
export function ownsProject(
  { store }: Pick<Context, 'store'>,
  project: ProjectRecord,
  user: Pick<UserRecord, 'id'>,
): boolean {
  return store.namespaces.get(project.namespace_id)?.owner_id === user.id
}

/** Changes the access level or the expiry of a membership. */
export function changeMembership(
  { store }: Context,
  member: MemberRecord,
  terms: MemberTerms,
): MemberRecord {
  return store.members.replace(member, terms)
}

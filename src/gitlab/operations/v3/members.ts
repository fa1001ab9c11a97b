import { conflict, notFound } from '../../../contract/errors.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import { sourceKey } from '../../../store/record-keys.ts'
import { membershipOf } from '../../access/membership.ts'
import type { Context } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import {
  changeMembership,
  checkOwnerRemains,
  checkProjectMemberRemoval,
  joinGroup,
  joinProject,
  leaveGroup,
  leaveProject,
} from '../../domain/members/membership.ts'
import { memberResource } from '../../resources/v3/member.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'

type SourceType = MemberRecord['source_type']

/**
 * The operations of the tag Members. Everyone who sees a group or a project sees its members. Owners of a group and
 * masters of a project change them, and every member can leave.
 */
export const members = {
  listGroupMembers: (context, { query }) => listMembers(context, 'group', context.group.id, query),

  listProjectMembers: (context, { query }) =>
    listMembers(context, 'project', context.project.id, query),

  getGroupMember: (context, { user_id }) =>
    memberResource(memberOf(context, 'group', context.group.id, user_id), context),

  getProjectMember: (context, { user_id }) =>
    memberResource(memberOf(context, 'project', context.project.id, user_id), context),

  addGroupMember(context, { id: _, user_id, ...terms }) {
    const { store, viewer, group } = context
    viewer.mustInGroup('admin_members', group)
    const user = userToAdd(context, user_id)
    if (membershipOf(store, 'group', group.id, user.id)) throw conflict('Member already exists')
    const created_by_id = viewer.signedIn().id
    return memberResource(joinGroup(context, group, user, { ...terms, created_by_id }), context)
  },

  /** Adds a member; an existing membership stays as it is. */
  addProjectMember(context, { id: _, user_id, ...terms }) {
    const { store, viewer, project } = context
    viewer.must('admin_members', project)
    const user = userToAdd(context, user_id)
    const member =
      membershipOf(store, 'project', project.id, user.id) ??
      joinProject(context, project, user, { ...terms, created_by_id: viewer.signedIn().id })
    return memberResource(member, context)
  },

  updateGroupMember(context, { id: _, user_id, ...terms }) {
    const { viewer, group } = context
    viewer.mustInGroup('admin_members', group)
    const member = memberOf(context, 'group', group.id, user_id)
    return memberResource(changeMembership(context, member, terms), context)
  },

  updateProjectMember(context, { id: _, user_id, ...terms }) {
    const { viewer, project } = context
    viewer.must('admin_members', project)
    const member = memberOf(context, 'project', project.id, user_id)
    return memberResource(changeMembership(context, member, terms), context)
  },

  removeGroupMember(context, { user_id }) {
    const { store, viewer, group } = context
    const member = membershipOf(store, 'group', group.id, user_id)
    if (!member) return accessRevoked(user_id)
    if (viewer.signedIn().id !== user_id) viewer.mustInGroup('admin_members', group)
    checkOwnerRemains(context, member)
    leaveGroup(context, group, existingUser(context, user_id), member)
    return memberResource(member, context)
  },

  removeProjectMember(context, { user_id }) {
    const { store, viewer, project } = context
    const member = membershipOf(store, 'project', project.id, user_id)
    if (!member) return accessRevoked(user_id)
    if (viewer.signedIn().id !== user_id) viewer.must('admin_members', project)
    const user = existingUser(context, user_id)
    checkProjectMemberRemoval(context, project, user)
    leaveProject(context, project, user, member)
    return memberResource(member, context)
  },
} satisfies OperationsOf<'v3', 'Members'>

/**
 * Lists members in the order of joining. An expired membership stays in the list until it is removed, by a request or
 * when the clock is moved.
 */
function listMembers(context: Context, type: SourceType, id: number, query: string | undefined) {
  const { store } = context
  const found = store.members.by('source', sourceKey(type, id)).filter(({ user_id }) => {
    const { name, username, email } = existingUser(context, user_id)
    return matches(query, name, username, email)
  })
  return list(found, (member) => memberResource(member, context))
}

function memberOf({ store }: Context, type: SourceType, id: number, userId: number): MemberRecord {
  const member = membershipOf(store, type, id, userId)
  if (!member) throw notFound('Member')
  return member
}

function userToAdd({ store }: Context, id: number) {
  const user = store.users.get(id)
  if (!user) throw notFound('User')
  return user
}

/** Returns the response to the removal of a user who is not a member: DELETE is idempotent. */
function accessRevoked(id: number) {
  return { message: 'Access revoked' as const, id }
}

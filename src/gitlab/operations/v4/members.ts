import { conflict, forbidden, invalid, notFound, recordNotFound } from '../../../contract/errors.ts'
import type { Member, MembersAdded } from '../../../contract/generated/v4/contract.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded, sourceKey } from '../../../store/record-keys.ts'
import { level } from '../../access/abilities.ts'
import { ancestorsOf, projectsBelow } from '../../access/group-tree.ts'
import { isCurrent, membershipOf } from '../../access/membership.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context } from '../../domain/context.ts'
import { existingUser, namespaceOf } from '../../domain/lookups.ts'
import { isLastOwner } from '../../domain/members/last-owner.ts'
import {
  changeMembership,
  importMembers,
  joinGroup,
  joinProject,
  leaveGroup,
  leaveProject,
  leaveWithin,
  type MemberTerms,
  ownsProject,
} from '../../domain/members/membership.ts'
import { mustGiveLevel, termErrors } from '../../domain/members/terms.ts'
import { unassignWithin } from '../../domain/tracker/remove.ts'
import { checkNoErrors } from '../../domain/validation.ts'
import { memberResource } from '../../resources/v4/member.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/**
 * The operations of schemas/v4/paths/members.yaml. Everyone who sees a group or a project sees its members. Owners of a
 * group and maintainers of a project change them, and every member can leave.
 */
export const members = {
  listGroupMembers: (context, filters) =>
    listMembers(context, membersOf(context, groupSource(context.group)), filters),

  listAllGroupMembers: (context, filters) =>
    listMembers(
      context,
      highestOfEachUser(groupMembersWithInherited(context, context.group)),
      filters,
    ),

  getGroupMember: (context, { user_id }) =>
    memberResource(memberOf(context, groupSource(context.group), user_id), context),

  getAnyGroupMember: (context, { user_id }) =>
    memberResource(
      memberAmong(highestOfEachUser(groupMembersWithInherited(context, context.group)), user_id),
      context,
    ),

  addGroupMember(context, { user_id, username, ...request }) {
    const { viewer, group } = context
    viewer.mustInGroup('admin_members', group)
    const terms = termsOf(context, request)
    const around = ancestorsOf(context.store, group)
    return addMembers(
      context,
      { ...groupSource(group), around, terms },
      { user_id, username },
      (user) => joinGroup(context, group, user, terms),
    )
  },

  updateGroupMember(context, { id: _, user_id, ...request }) {
    const { viewer, group } = context
    viewer.mustInGroup('admin_members', group)
    const member = memberOf(context, groupSource(group), user_id)
    mustLeaveAnOwner(context, member)
    const terms = changedTerms(member, request)
    checkTerms(context, ancestorsOf(context.store, group), user_id, {
      ...terms,
      expires_at: request.expires_at,
    })
    return memberResource(changeMembership(context, member, terms), context)
  },

  removeGroupMember(context, { user_id, skip_subresources, unassign_issuables }) {
    const { viewer, group } = context
    if (viewer.signedIn().id !== user_id) viewer.mustInGroup('admin_members', group)
    const member = memberOf(context, groupSource(group), user_id)
    mustBeUnmodified(context, member.created_at)
    mustLeaveAnOwner(context, member)
    const user = existingUser(context, user_id)
    leaveGroup(context, group, user, member)
    if (!skip_subresources) leaveWithin(context, group, user)
    if (unassign_issuables) unassignWithin(context, projectsBelow(context.store, group), user_id)
    return undefined
  },

  listProjectMembers: (context, filters) =>
    listMembers(context, membersOf(context, projectSource(context.project)), filters),

  listAllProjectMembers: (context, filters) =>
    listMembers(
      context,
      highestOfEachUser(projectMembersWithInherited(context, context.project)),
      filters,
    ),

  getProjectMember: (context, { user_id }) =>
    memberResource(memberOf(context, projectSource(context.project), user_id), context),

  getAnyProjectMember(context, { user_id }) {
    const found = highestOfEachUser(projectMembersWithInherited(context, context.project))
    return memberResource(memberAmong(found, user_id), context)
  },

  addProjectMember(context, { user_id, username, ...request }) {
    const { viewer, project } = context
    viewer.must('admin_members', project)
    const terms = termsOf(context, request)
    mustGiveLevel(context, viewer.projectLevel(project), terms)
    const around = groupsAround(context, project)
    return addMembers(
      context,
      { ...projectSource(project), around, terms },
      { user_id, username },
      (user) => joinProject(context, project, user, terms),
    )
  },

  updateProjectMember(context, { id: _, user_id, ...request }) {
    const { viewer, project } = context
    viewer.must('admin_members', project)
    const member = memberOf(context, projectSource(project), user_id)
    mustManage(context, project, member)
    const terms = changedTerms(member, request)
    mustGiveLevel(context, viewer.projectLevel(project), terms)
    checkTerms(context, groupsAround(context, project), user_id, {
      ...terms,
      expires_at: request.expires_at,
    })
    return memberResource(changeMembership(context, member, terms), context)
  },

  removeProjectMember(context, { user_id, unassign_issuables }) {
    const { viewer, project } = context
    if (viewer.signedIn().id !== user_id) viewer.must('admin_members', project)
    const member = memberOf(context, projectSource(project), user_id)
    mustBeUnmodified(context, member.created_at)
    mustManage(context, project, member)
    const user = existingUser(context, user_id)
    leaveProject(context, project, user, member)
    if (unassign_issuables) unassignWithin(context, [project], user_id)
    return undefined
  },

  importProjectMembers(context, { project_id }) {
    const { store, viewer, project } = context
    viewer.must('admin_members', project)
    const source = store.projects.get(project_id)
    if (!source || !viewer.sees(source)) throw notFound('Project')
    if (!viewer.can('admin_members', source)) throw forbidden('Project')
    importMembers(context, project, source)
    return { status: 'success' as const }
  },
} satisfies OperationsOf<'v4', 'Members'>

/** A group or a project with members. */
interface Source {
  readonly type: MemberRecord['source_type']
  readonly id: number
}

const groupSource = ({ id }: NamespaceRecord): Source => ({ type: 'group', id })
const projectSource = ({ id }: ProjectRecord): Source => ({ type: 'project', id })

function membersOf({ store }: Context, { type, id }: Source): readonly MemberRecord[] {
  return store.members.by('source', sourceKey(type, id))
}

/**
 * Returns the members of a group, of its ancestors, and of invited groups, whose levels are limited by the invitation.
 */
function groupMembersWithInherited(context: Context, group: NamespaceRecord): MemberRecord[] {
  const { store, today } = context
  return [group, ...ancestorsOf(store, group)].flatMap((one) => {
    const shares = store.groupShares.by('group_id', one.id).filter((each) => isCurrent(each, today))
    const invited = shares.flatMap(({ invited_group_id: id, group_access }) =>
      limitedTo(group_access, membersOf(context, { type: 'group', id })),
    )
    return [...membersOf(context, groupSource(one)), ...invited]
  })
}

function limitedTo(level: AccessLevel, members: readonly MemberRecord[]): MemberRecord[] {
  return members.map((member) =>
    member.access_level > level ? { ...member, access_level: level } : member,
  )
}

/**
 * Returns the members of a project, of its groups, and of the groups that it is shared with, whose levels are limited
 * by the share.
 */
function projectMembersWithInherited(context: Context, project: ProjectRecord): MemberRecord[] {
  const { store, today } = context
  const namespace = namespaceOf(context, project)
  const shared = store.groupLinks.by('project_id', project.id).flatMap((link) => {
    const group = isCurrent(link, today) ? store.namespaces.get(link.group_id) : undefined
    if (!group) return []
    return limitedTo(link.group_access, groupMembersWithInherited(context, group))
  })
  const inherited = namespace.kind === 'group' ? groupMembersWithInherited(context, namespace) : []
  return [...membersOf(context, projectSource(project)), ...inherited, ...shared]
}

/** Returns the membership with the highest level of each user, by user id. */
function highestOfEachUser(found: readonly MemberRecord[]): MemberRecord[] {
  const byUser = new Map<number, MemberRecord>()
  for (const member of found) {
    const known = byUser.get(member.user_id)
    if (!known || member.access_level > known.access_level) byUser.set(member.user_id, member)
  }
  return [...byUser.values()].sort((one, other) => one.user_id - other.user_id)
}

interface MemberFilters {
  readonly query?: string
  readonly user_ids?: readonly number[]
  readonly skip_users?: readonly number[]
}

function listMembers(
  context: Context,
  members: readonly MemberRecord[],
  { query, user_ids, skip_users = [] }: MemberFilters,
) {
  const found = members.filter(({ user_id }) => {
    const { name, username, email } = existingUser(context, user_id)
    const isAskedFor = user_ids === undefined || user_ids.includes(user_id)
    return isAskedFor && !skip_users.includes(user_id) && matches(query, name, username, email)
  })
  return list(found, (member) => memberResource(member, context))
}

function memberOf({ store }: Context, { type, id }: Source, userId: number): MemberRecord {
  const member = membershipOf(store, type, id, userId)
  if (!member) throw recordNotFound()
  return member
}

/** Throws 403 for the last owner of a group (`last_owner` in `GroupMemberPolicy`). */
function mustLeaveAnOwner({ store, today }: Context, member: MemberRecord): void {
  if (isLastOwner(store, member, today)) throw forbidden()
}

/**
 * Throws 403 where the member owns the personal project, or a maintainer would change or remove an owner
 * (`Members::BaseService`).
 */
function mustManage(
  { store, viewer }: Context,
  project: ProjectRecord,
  member: MemberRecord,
): void {
  const { access_level, user_id: id } = member
  if (ownsProject({ store }, project, { id })) throw forbidden()
  const isBelow = !viewer.isAdmin && viewer.projectLevel(project) < level.owner
  if (access_level >= level.owner && isBelow) throw forbidden()
}

function memberAmong(found: readonly MemberRecord[], userId: number): MemberRecord {
  const member = found.find(({ user_id }) => user_id === userId)
  if (!member) throw recordNotFound()
  return member
}

type AccessLevel = MemberRecord['access_level']
const levels: readonly number[] = [10, 15, 20, 30, 40, 50] satisfies readonly AccessLevel[]

interface TermsRequest {
  readonly access_level: number
  readonly expires_at?: string | null
}

/** Throws 400 for an unknown access level. */
function levelOf({ access_level }: TermsRequest): AccessLevel {
  const level = levels.find((one) => one === access_level)
  if (level === undefined) throw invalid({ access_level: ['is not included in the list'] })
  return level as AccessLevel
}

function termsOf({ viewer }: Context, request: TermsRequest): MemberTerms {
  const access_level = levelOf(request)
  const { expires_at } = request
  return { access_level, ...omitUndefined({ expires_at }), created_by_id: viewer.signedIn().id }
}

/** Returns the changed terms of a membership; omitted ones stay as they are. */
function changedTerms({ expires_at }: MemberRecord, request: TermsRequest): MemberTerms {
  const { expires_at: asked = expires_at } = request
  return { access_level: levelOf(request), expires_at: asked }
}

/** Throws 400 with all errors of the terms of a membership. */
function checkTerms(
  context: Context,
  around: readonly NamespaceRecord[],
  userId: number,
  terms: MemberTerms,
): void {
  checkNoErrors(termErrors(context, around, existingUser(context, userId), terms))
}

/** Returns the groups of a project. */
function groupsAround(context: Context, project: ProjectRecord): NamespaceRecord[] {
  const namespace = namespaceOf(context, project)
  return namespace.kind === 'group' ? [namespace, ...ancestorsOf(context.store, namespace)] : []
}

/** The group or project that users are added to, with the terms of their membership. */
interface Addition extends Source {
  /** The ancestors of the group or project. */
  readonly around: readonly NamespaceRecord[]
  readonly terms: MemberTerms
}

interface Named {
  readonly user_id?: number | string | undefined
  readonly username?: string | undefined
}

/** Adds members. For one user it returns the member or throws; for several it returns the errors by user. */
function addMembers(
  context: Context,
  { type, id, around, terms }: Addition,
  named: Named,
  join: (user: UserRecord) => MemberRecord,
): Member | MembersAdded {
  const users = usersNamed(context, named)
  if (users.length > MAX_ADDED) {
    return { status: 'error', message: `Too many users specified (limit is ${MAX_ADDED})` }
  }
  const isMember = (user: UserRecord) =>
    membershipOf(context.store, type, id, user.id) !== undefined
  const [only, ...others] = users
  if (others.length === 0) {
    if (!only?.user) throw notFound('User')
    if (isMember(only.user)) throw conflict('Member already exists')
    checkTerms(context, around, only.user.id, terms)
    return memberResource(join(only.user), context)
  }
  const refused = users.flatMap(({ name, user }) => {
    if (!user) return [[name, 'User not found']]
    if (isMember(user)) return [[user.username, 'Member already exists']]
    const { access_level, expires_at } = termErrors(context, around, user, terms)
    const [level, day] = [access_level[0], expires_at[0]]
    if (level ?? day)
      return [[user.username, level ? `Access level ${level}` : `Expires at ${day}`]]
    join(user)
    return []
  })
  if (refused.length === 0) return { status: 'success' }
  return { status: 'error', message: Object.fromEntries(refused) }
}

function usersNamed({ store }: Context, { user_id, username }: Named) {
  if (user_id !== undefined) {
    return wordsOf(String(user_id)).map((name) => ({ name, user: store.users.get(Number(name)) }))
  }
  return wordsOf(username ?? '').map((name) => ({
    name,
    user: store.users.one('username', folded(name)),
  }))
}

/** The maximum number of users in a request, as in `Members::CreateService`. One more is kept to detect the excess. */
const MAX_ADDED = 100

function wordsOf(text: string): string[] {
  return text.split(',', MAX_ADDED + 1).map((word) => word.trim())
}

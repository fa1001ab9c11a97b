import type { GroupShareRecord } from '../../store/models/group-share.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { sourceKey } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import { level } from './abilities.ts'
import { ancestorsOf, descendantsOf } from './group-tree.ts'
import { isCurrent } from './membership.ts'
import { isOpenTo, type Viewer } from './viewer.ts'

/** The store and the day of a membership check. */
interface MembershipContext {
  readonly store: Store
  /** YEAR-MONTH-DAY, for memberships that expire. */
  readonly today: string
}

/** A filter of projects; made once for a whole list. */
type ProjectCondition = (project: ProjectRecord) => boolean

/**
 * Returns a filter for the projects of a user: personal ones, those of memberships, those of groups, and those shared
 * with the groups.
 */
export function isMemberProject(
  { store, today }: MembershipContext,
  user: UserRecord,
): ProjectCondition {
  const namespaceIds = new Set(personalNamespaces(store, user))
  const projectIds = new Set<number>()
  for (const member of store.members.by('user_id', user.id)) {
    if (!isCurrent(member, today)) continue
    if (member.source_type === 'project') {
      projectIds.add(member.source_id)
      continue
    }
    const invitedTo = sharesWith(store, member.source_id, today).map(({ group_id }) => group_id)
    for (const id of [member.source_id, ...invitedTo].flatMap((one) => groupsWithin(store, one))) {
      namespaceIds.add(id)
      for (const link of store.groupLinks.by('group_id', id)) {
        if (isCurrent(link, today)) projectIds.add(link.project_id)
      }
    }
  }
  return ({ id, namespace_id }) => namespaceIds.has(namespace_id) || projectIds.has(id)
}

/** Returns a filter for the projects of the personal namespace, and of the groups that the user owns. */
export function isOwnedProject(
  { store, today }: MembershipContext,
  user: UserRecord,
): ProjectCondition {
  const owned = store.members
    .by('user_id', user.id)
    .filter((member) => member.source_type === 'group' && isCurrent(member, today))
    .filter(({ access_level }) => access_level === level.owner)
    .flatMap(({ source_id }) => groupsWithin(store, source_id))
  const namespaceIds = new Set([...personalNamespaces(store, user), ...owned])
  return ({ namespace_id }) => namespaceIds.has(namespace_id)
}

/** Returns a filter for the projects that the viewer can see, like `viewer.sees` but without a look-up for each. */
export function isSeenProject(
  context: MembershipContext & { readonly viewer: Viewer },
): ProjectCondition {
  const { isAdmin, user } = context.viewer
  if (isAdmin) return () => true
  const isReached = user ? isMemberProject(context, user) : () => false
  return (project) => isOpenTo(user, project) || isReached(project)
}

/**
 * Returns the users with access to a project by id: its members, those of its group and of the groups that it is shared
 * with, and the owner of its personal namespace.
 */
export function usersOfProject(
  { store, today }: MembershipContext,
  project: ProjectRecord,
  namespace: NamespaceRecord,
): UserRecord[] {
  const links = store.groupLinks
    .by('project_id', project.id)
    .filter((link) => isCurrent(link, today))
  const sources = [
    sourceKey('project', project.id),
    ...groupsAround(store, namespace.id, today),
    ...links.flatMap(({ group_id }) => groupsAround(store, group_id, today)),
  ]
  const members = sources
    .flatMap((source) => store.members.by('source', source))
    .filter((member) => isCurrent(member, today))
  const ids = new Set(members.map(({ user_id }) => user_id))
  if (namespace.owner_id !== null) ids.add(namespace.owner_id)
  return [...ids].sort((a, b) => a - b).flatMap((id) => store.users.get(id) ?? [])
}

/** Returns the ids of a group and its descendants, whose members include those of the group. */
function groupsWithin(store: Store, id: number): number[] {
  const group = store.namespaces.get(id)
  return group ? [id, ...descendantsOf(store, group).map((one) => one.id)] : []
}

/** Returns the current shares that give members of a group access to other groups. */
function sharesWith(store: Store, id: number, today: string): readonly GroupShareRecord[] {
  return store.groupShares.by('invited_group_id', id).filter((share) => isCurrent(share, today))
}

/** Returns the keys of the members of a group, of its ancestors, and of the groups that were invited to these. */
function groupsAround(store: Store, id: number, today: string): string[] {
  const group = store.namespaces.get(id)
  const groups = group ? [group, ...ancestorsOf(store, group)] : []
  return groups.flatMap((one) => {
    const shares = store.groupShares.by('group_id', one.id).filter((each) => isCurrent(each, today))
    const invited = shares.map(({ invited_group_id }) => sourceKey('group', invited_group_id))
    return [sourceKey('group', one.id), ...invited]
  })
}

function personalNamespaces(store: Store, { id }: UserRecord): number[] {
  return store.namespaces.by('owner_id', id).map((namespace) => namespace.id)
}

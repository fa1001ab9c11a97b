import { sourceKey } from '../store/collections.ts'
import type { NamespaceRecord } from '../store/models/namespace.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Store } from '../store/store.ts'
import { level } from './abilities.ts'
import { isCurrent } from './membership.ts'
import { isOpenTo, type Viewer } from './viewer.ts'

/** Where and when it is asked who reaches what; every operation's context says so. */
interface MembershipContext {
  readonly store: Store
  /** YEAR-MONTH-DAY, for memberships that expire. */
  readonly today: string
}

/**
 * The projects that a user is a member of: the personal ones, those of the memberships, those of
 * the groups, and those shared with the groups. All found by indexes, so the projects of others
 * cost nothing.
 */
export function memberProjects(context: MembershipContext, user: UserRecord): Set<ProjectRecord> {
  const { store, today } = context
  const current = store.members.by('user_id', user.id).filter((member) => isCurrent(member, today))
  const groupIds = current.filter(isOfGroup).map(({ source_id }) => source_id)
  const directIds = [
    ...current.filter((member) => !isOfGroup(member)).map(({ source_id }) => source_id),
    ...groupIds.flatMap((id) => store.groupLinks.by('group_id', id)).map((link) => link.project_id),
  ]
  return new Set([
    ...personalProjects(store, user),
    ...groupIds.flatMap((id) => store.projects.by('namespace_id', id)),
    ...directIds.flatMap((id) => store.projects.get(id) ?? []),
  ])
}

/** The projects of the personal namespace, and of the groups that the user owns. */
export function ownedProjects(
  { store, today }: MembershipContext,
  user: UserRecord,
): ProjectRecord[] {
  const groups = store.members
    .by('user_id', user.id)
    .filter((member) => isOfGroup(member) && isCurrent(member, today))
    .filter(({ access_level }) => access_level === level.owner)
  return [
    ...personalProjects(store, user),
    ...groups.flatMap(({ source_id }) => store.projects.by('namespace_id', source_id)),
  ]
}

/** The projects that the viewer may see, in the order of their creation. */
export function visibleProjects(
  context: MembershipContext & { readonly viewer: Viewer },
): readonly ProjectRecord[] {
  const { store, viewer } = context
  const projects = store.projects.by('created', 'all')
  if (viewer.isAdmin) return projects
  const own = viewer.user ? memberProjects(context, viewer.user) : undefined
  return projects.filter((project) => isOpenTo(viewer.user, project) || own?.has(project))
}

/**
 * The users who reach a project as members: its own, those of its group and of the groups it is
 * shared with, and the user of its personal namespace. In the order of their ids.
 */
export function usersOfProject(
  { store, today }: MembershipContext,
  project: ProjectRecord,
  namespace: NamespaceRecord,
): UserRecord[] {
  const links = store.groupLinks.by('project_id', project.id)
  const sources = [
    sourceKey('project', project.id),
    sourceKey('group', namespace.id),
    ...links.map(({ group_id }) => sourceKey('group', group_id)),
  ]
  const members = sources
    .flatMap((source) => store.members.by('source', source))
    .filter((member) => isCurrent(member, today))
  const ids = new Set(members.map(({ user_id }) => user_id))
  if (namespace.owner_id !== null) ids.add(namespace.owner_id)
  return [...ids].sort((a, b) => a - b).flatMap((id) => store.users.get(id) ?? [])
}

function isOfGroup({ source_type }: { readonly source_type: 'group' | 'project' }): boolean {
  return source_type === 'group'
}

function personalProjects(store: Store, { id }: UserRecord): ProjectRecord[] {
  return store.namespaces
    .by('owner_id', id)
    .flatMap((namespace) => store.projects.by('namespace_id', namespace.id))
}

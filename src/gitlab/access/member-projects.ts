import { sourceKey } from '../../store/collections.ts'
import { projectListKey } from '../../store/list-keys.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { projectOrders } from '../../store/record-orders.ts'
import type { Store } from '../../store/store.ts'
import { level } from './abilities.ts'
import { isCurrent, membershipOf } from './membership.ts'
import { isOpenTo, type Viewer } from './viewer.ts'

/** Where and when it is asked who reaches what; every operation's context says so. */
interface MembershipContext {
  readonly store: Store
  /** YEAR-MONTH-DAY, for memberships that expire. */
  readonly today: string
}

/** Which projects are asked for, as far as indexes tell them, and in which order. */
export interface ProjectSelection {
  readonly archived: boolean
  readonly levels: readonly ProjectRecord['visibility_level'][]
  readonly order: keyof typeof projectOrders
}

/** Projects in the order that was asked for, upwards. */
export type ProjectsInOrder = readonly ProjectRecord[]

/**
 * The projects that a user is a member of: the personal ones, those of the memberships, those of
 * the groups, and those shared with the groups; as lists without a project on two of them. All found by
 * indexes, so the projects of others cost nothing.
 */
export function memberProjects(
  context: MembershipContext,
  user: UserRecord,
  selection: ProjectSelection,
): ProjectsInOrder[] {
  const { store, today } = context
  // Those who are members of many projects are spared going through all where none is of the selection.
  if (allProjects(store, selection).every(({ length }) => length === 0)) return []
  const current = store.members.by('user_id', user.id).filter((member) => isCurrent(member, today))
  const groupIds = current.filter(isOfGroup).map(({ source_id }) => source_id)
  const namespaceIds = new Set([...personalNamespaces(store, user), ...groupIds])
  const directIds = new Set([
    ...current.filter((member) => !isOfGroup(member)).map(({ source_id }) => source_id),
    ...groupIds.flatMap((id) => store.groupLinks.by('group_id', id)).map((link) => link.project_id),
  ])
  const direct = [...directIds]
    .flatMap((id) => store.projects.get(id) ?? [])
    .filter((project) => !namespaceIds.has(project.namespace_id))
  return [...projectsOfNamespaces(store, namespaceIds, selection), selected(direct, selection)]
}

/** The projects of the personal namespace, and of the groups that the user owns; as lists. */
export function ownedProjects(
  { store, today }: MembershipContext,
  user: UserRecord,
  selection: ProjectSelection,
): ProjectsInOrder[] {
  const groupIds = store.members
    .by('user_id', user.id)
    .filter((member) => isOfGroup(member) && isCurrent(member, today))
    .filter(({ access_level }) => access_level === level.owner)
    .map(({ source_id }) => source_id)
  const namespaceIds = new Set([...personalNamespaces(store, user), ...groupIds])
  return projectsOfNamespaces(store, namespaceIds, selection)
}

/** Whether a project is one of `ownedProjects`, of whatever selection. */
export function isOwnedBy(
  { store, today }: MembershipContext,
  { id }: UserRecord,
  { namespace_id }: ProjectRecord,
): boolean {
  if (store.namespaces.get(namespace_id)?.owner_id === id) return true
  const member = membershipOf(store, 'group', namespace_id, id)
  return member?.access_level === level.owner && isCurrent(member, today)
}

/** The projects that the viewer may see, as lists without a project on two of them. */
export function visibleProjects(
  context: MembershipContext & { readonly viewer: Viewer },
  selection: ProjectSelection,
): ProjectsInOrder[] {
  const { store, viewer } = context
  if (viewer.isAdmin) return allProjects(store, selection)
  const isOpen = (visibility_level: ProjectRecord['visibility_level']) =>
    isOpenTo(viewer.user, { visibility_level })
  const levels = selection.levels.filter((one) => !isOpen(one))
  return [
    ...allProjects(store, { ...selection, levels: selection.levels.filter(isOpen) }),
    ...(viewer.user ? memberProjects(context, viewer.user, { ...selection, levels }) : []),
  ]
}

/** All projects, as lists. */
export function allProjects(
  store: Store,
  selection: ProjectSelection,
  namespaceId?: number,
): ProjectsInOrder[] {
  const { levels, archived: is_archived, order } = selection
  const place = namespaceId === undefined ? {} : { namespaceId }
  return levels.map((visibility_level) => {
    const key = projectListKey({ visibility_level, is_archived, ...place })
    return store.projects.by('listed_in', key, order)
  })
}

/** Those of a selection among projects in any order. */
export function selected(
  projects: readonly ProjectRecord[],
  { levels, archived, order }: ProjectSelection,
): ProjectsInOrder {
  return projects
    .filter((one) => one.is_archived === archived && levels.includes(one.visibility_level))
    .sort(projectOrders[order])
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

function personalNamespaces(store: Store, { id }: UserRecord): number[] {
  return store.namespaces.by('owner_id', id).map((namespace) => namespace.id)
}

function projectsOfNamespaces(
  store: Store,
  namespaceIds: ReadonlySet<number>,
  selection: ProjectSelection,
): ProjectsInOrder[] {
  return [...namespaceIds].flatMap((id) => allProjects(store, selection, id))
}

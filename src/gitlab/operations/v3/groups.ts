import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded } from '../../../store/record-keys.ts'
import { level } from '../../access/abilities.ts'
import { isSeenProject } from '../../access/member-projects.ts'
import type { Context } from '../../domain/context.ts'
import { findGroup } from '../../domain/find.ts'
import { changeGroup, createGroup, mustCreateGroup } from '../../domain/groups/create.ts'
import { checkGroup, checkNewGroup } from '../../domain/groups/validation.ts'
import { checkTransfer, transferProject } from '../../domain/projects/transfer.ts'
import { removeGroup } from '../../domain/remove.ts'
import { checkSomeChange } from '../../domain/validation.ts'
import {
  groupBrief,
  groupDetail,
  groupInList,
  groupResource,
  groupWithProjects,
} from '../../resources/v3/group.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'
import { listProjects, presentProject } from './project-lists.ts'

const changeable = [
  'name',
  'path',
  'description',
  'visibility_level',
  'lfs_enabled',
  'request_access_enabled',
] as const

/** The operations of the tag Groups. */
export const groups = {
  /** Lists groups; statistics are for administrators only. */
  listGroups(context, { skip_groups = [], all_available, search, order_by, sort, statistics }) {
    const { viewer } = context
    const found = availableGroups(context, all_available ?? false)
      .filter(({ id, name, path }) => !skip_groups.includes(id) && matches(search, name, path))
      .sort(comparison(order_by, sort))
    const withStatistics = (statistics ?? false) && viewer.isAdmin
    // For a search the specification shows a reduced form; GitLab 8.15 returned the full one.
    if (search && context.answersAs === 'specified') return list(found, groupBrief)
    return list(found, (group) => groupInList(group, context, withStatistics))
  },

  listOwnedGroups(context, { statistics = false }) {
    const owned = groupsJoined(context, level.owner)
    return list(owned, (group) => groupInList(group, context, statistics))
  },

  getGroup: (context) => groupDetail(context.group, context),

  /** Creates a group; the creator becomes its owner. */
  createGroup(context, attributes) {
    mustCreateGroup(context)
    checkNewGroup(context, attributes)
    return groupResource(createGroup(context, attributes), context)
  },

  updateGroup(context, { id: _, ...attributes }) {
    const { viewer, group } = context
    viewer.mustInGroup('admin_group', group)
    checkSomeChange(attributes, changeable)
    checkGroup(context, attributes, group)
    return groupWithProjects(changeGroup(context, group, attributes), context)
  },

  /** Deletes a group. Returns 200 even if the group is already absent or hidden. */
  deleteGroup(context, { id }) {
    const { store, viewer } = context
    const group = findGroup(store, id)
    if (!group || !viewer.seesGroup(group)) return null
    viewer.mustInGroup('admin_group', group)
    const deleted = groupDetail(group, context)
    removeGroup(context, group)
    return deleted
  },

  listGroupProjects(context, parameters) {
    const present = presentProject(context, parameters)
    return listProjects(context, isGroupProject(context, context.group), parameters, present)
  },

  transferProjectToGroup(context) {
    const { group, project } = context
    checkTransfer(context, project, group)
    transferProject(context, project, group)
    return groupDetail(group, context)
  },
} satisfies OperationsOf<'v3', 'Groups'>

/** Returns a filter for the group's projects, and for those that are shared with it, which the caller can see. */
function isGroupProject(context: Context, group: NamespaceRecord) {
  const links = context.store.groupLinks.by('group_id', group.id)
  const shared = new Set(links.map(({ project_id }) => project_id))
  const isSeen = isSeenProject(context)
  return (project: ProjectRecord) =>
    (project.namespace_id === group.id || shared.has(project.id)) && isSeen(project)
}

/** Returns all groups for administrators; for others their own, or all that they can see. */
function availableGroups(context: Context, includesSeen: boolean): NamespaceRecord[] {
  const { store, viewer } = context
  if (!viewer.isAdmin && !includesSeen) return groupsJoined(context, level.guest)
  return store.namespaces.by('kind', 'group').filter((group) => viewer.seesGroup(group))
}

/** Returns the groups in which the caller has at least a level. */
function groupsJoined({ store, viewer }: Context, from: number): NamespaceRecord[] {
  return store.members
    .by('user_id', viewer.signedIn().id)
    .flatMap(({ source_type, source_id }) =>
      source_type === 'group' ? (store.namespaces.get(source_id) ?? []) : [],
    )
    .filter((group) => viewer.groupLevel(group) >= from)
    .sort((a, b) => a.id - b.id)
}

function comparison(order: 'name' | 'path', sort: 'asc' | 'desc') {
  const sign = sort === 'asc' ? 1 : -1
  return (a: NamespaceRecord, b: NamespaceRecord) => {
    const [one, other] = [folded(a[order]), folded(b[order])]
    return sign * (one === other ? a.id - b.id : one < other ? -1 : 1)
  }
}

import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { level } from '../../access/abilities.ts'
import { ancestorsOf } from '../../access/group-tree.ts'
import type { Context } from '../context.ts'
import { isArchivedGroup } from './archiving.ts'

/** From which level on members create projects in a group that says so itself (`project_creation_level`). */
const from = {
  noone: Number.POSITIVE_INFINITY,
  owner: level.owner,
  maintainer: level.master,
  developer: level.developer,
  administrator: Number.POSITIVE_INFINITY,
} as const satisfies Record<NamespaceRecord['project_creation_level'], number>

/** Whether the caller creates projects in a group, and moves them there; nobody does where the group says so. */
export function mayCreateProjects(context: Context, group: NamespaceRecord): boolean {
  const { viewer, release } = context
  if (!release.groups.sayWhoCreatesProjects) return viewer.canInGroup('create_projects', group)
  const { project_creation_level: said } = group
  if (isArchivedGroup(context, group) || isToBeDeleted(context, group)) return false
  return said !== 'noone' && (viewer.isAdmin || viewer.groupLevel(group) >= from[said])
}

/** Whether a group, or one that it is in, is marked for deletion. */
function isToBeDeleted({ store }: Context, group: NamespaceRecord): boolean {
  return [group, ...ancestorsOf(store, group)].some((one) => one.marked_for_deletion_on !== null)
}

/** Whether the caller puts projects into a namespace: a group, or the own one; administrators into those of others. */
export function mayHoldProjects(context: Context, namespace: NamespaceRecord): boolean {
  const { viewer } = context
  if (namespace.kind === 'group') return mayCreateProjects(context, namespace)
  return namespace.owner_id === viewer.signedIn().id || viewer.isAdmin
}

import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { level } from '../../access/abilities.ts'
import type { Context } from '../context.ts'
import { isArchivedGroup, isToBeDeleted } from './archiving.ts'

/** The lowest level that may create projects, for each `project_creation_level` of a group. */
const from = {
  noone: Number.POSITIVE_INFINITY,
  owner: level.owner,
  maintainer: level.master,
  developer: level.developer,
  administrator: Number.POSITIVE_INFINITY,
} as const satisfies Record<NamespaceRecord['project_creation_level'], number>

/**
 * Whether the caller may create projects in a group, or transfer them there. The group's setting can forbid it to
 * everyone.
 */
export function mayCreateProjects(context: Context, group: NamespaceRecord): boolean {
  const { viewer, release } = context
  if (!release.groups.sayWhoCreatesProjects) return viewer.canInGroup('create_projects', group)
  const { project_creation_level: said } = group
  if (isArchivedGroup(context, group) || isToBeDeleted(context, group)) return false
  return said !== 'noone' && (viewer.isAdmin || viewer.groupLevel(group) >= from[said])
}

/**
 * Whether the caller may put projects into a namespace: a group or the caller's own; administrators into any personal
 * namespace.
 */
export function mayHoldProjects(context: Context, namespace: NamespaceRecord): boolean {
  const { viewer } = context
  if (namespace.kind === 'group') return mayCreateProjects(context, namespace)
  return namespace.owner_id === viewer.signedIn().id || viewer.isAdmin
}

import { refused } from '../../contract/errors.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { fullPath } from '../../store/record-keys.ts'
import { ancestorsOf } from '../access/group-tree.ts'
import type { Context, SystemContext } from './context.ts'
import { followPath } from './groups/create.ts'
import { namespaceOf, pathWithNamespace } from './lookups.ts'
import { newerSetting } from './newer-settings.ts'
import { formerPaths, notePathsWithin } from './projects/former-paths.ts'
import { removeGroup, removeProject } from './remove.ts'

/** The parameters of a request to delete a project or group. */
export interface Removal {
  readonly permanently_remove?: boolean
  readonly full_path?: string
}

/** Returns the suffix for the name and path of a project or group that is marked for deletion. */
const suffixOf = (id: number) => `-deletion_scheduled-${id}`

/**
 * Marks a project for deletion, which archives it, renames its path and removes it after some days. With
 * `permanently_remove` and its full path, a marked project is removed at once.
 * Throws 400 where it is already marked, or the full path does not match.
 */
export function deleteProject(context: Context, project: ProjectRecord, removal: Removal): void {
  const isMarked = project.marked_for_deletion_on !== null
  if (removal.permanently_remove) {
    if (!isMarked) throw refused('Project must be marked for deletion first.')
    checkFullPath(removal, pathWithNamespace(context, project), 'project')
    removeProject(context, project)
    return
  }
  if (isMarked) throw refused('Project has been already marked for deletion')
  const namespace = namespaceOf(context, project)
  const around =
    namespace.kind === 'group' ? [namespace, ...ancestorsOf(context.store, namespace)] : []
  if (around.some((group) => group.marked_for_deletion_on !== null)) return
  renameProject(context, project, suffixOf(project.id), context.today)
}

/** Does the same for a group; only subgroups can be removed at once. */
export function deleteGroup(context: Context, group: NamespaceRecord, removal: Removal): void {
  const isMarked = group.marked_for_deletion_on !== null
  if (removal.permanently_remove) {
    if (group.parent_id === null) {
      throw refused('`permanently_remove` option is only available for subgroups.')
    }
    if (!isMarked) throw refused('Group must be marked for deletion first.')
    checkFullPath(removal, fullPath(group), 'subgroup')
    removeGroup(context, group)
    return
  }
  if (isMarked) throw refused('Group has been already marked for deletion')
  const around = ancestorsOf(context.store, group)
  if (around.some((one) => one.marked_for_deletion_on !== null)) return
  renameGroup(context, group, suffixOf(group.id), context.today)
}

function checkFullPath({ full_path }: Removal, path: string, what: string): void {
  if (full_path === path) return
  throw refused(`\`full_path\` is incorrect. You must enter the complete path for the ${what}.`)
}

/** Restores a project that is marked for deletion, and unarchives it. Throws 400 where it is not marked. */
export function restoreProject(context: Context, project: ProjectRecord): ProjectRecord {
  if (project.marked_for_deletion_on === null) {
    throw refused('Project has not been marked for deletion')
  }
  return renameProject(context, project, '', null)
}

/** Restores a group that is marked for deletion. Throws 400 where it is not marked. */
export function restoreGroup(context: Context, group: NamespaceRecord): NamespaceRecord {
  if (group.marked_for_deletion_on === null) throw refused('Group has not been marked for deletion')
  return renameGroup(context, group, '', null)
}

function renameProject(
  context: Context,
  project: ProjectRecord,
  suffix: string,
  marked_for_deletion_on: string | null,
): ProjectRecord {
  const { store, now } = context
  const { id, name, path } = project
  return store.projects.replace(project, {
    name: renamed(name, id, suffix),
    path: renamed(path, id, suffix),
    former_paths: formerPaths(context, project),
    is_archived: marked_for_deletion_on !== null,
    marked_for_deletion_on,
    updated_at: now,
  })
}

function renameGroup(
  context: Context,
  group: NamespaceRecord,
  suffix: string,
  marked_for_deletion_on: string | null,
): NamespaceRecord {
  const { store, now } = context
  const { id, name, path } = group
  notePathsWithin(context, group)
  const changed = store.namespaces.replace(group, {
    name: renamed(name, id, suffix),
    path: renamed(path, id, suffix),
    marked_for_deletion_on,
    updated_at: now,
  })
  followPath(store, changed)
  return changed
}

function renamed(text: string, id: number, suffix: string): string {
  const mark = suffixOf(id)
  return (text.endsWith(mark) ? text.slice(0, -mark.length) : text) + suffix
}

/** Returns the time at which records marked on a day are removed, in milliseconds since 1970. */
export function removalTime({ settings }: Pick<SystemContext, 'settings'>, day: string): number {
  const days = newerSetting(settings, 'deletion_adjourned_period')
  return Date.parse(`${day}T00:00:00Z`) + days * 86_400_000
}

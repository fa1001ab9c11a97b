import { forbidden, refused } from '../../../contract/errors.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Context } from '../context.ts'
import { namespaceOf } from '../lookups.ts'
import { checkNoErrors } from '../validation.ts'
import { formerPaths } from './former-paths.ts'
import { restrictionErrors } from './restricted-visibility.ts'
import { ensureTopics } from './topics.ts'
import { checkProject } from './validation.ts'

/** The changes that a project can have. */
export type ProjectChanges = Partial<
  Omit<
    ProjectRecord,
    'id' | 'namespace_id' | 'creator_id' | 'settings' | 'created_at' | 'updated_at' | 'former_paths'
  >
> & { readonly settings?: Partial<ProjectRecord['settings']> }

/** Throws 403 for a visibility that only owners may change, and 400 with all errors of the changes. */
export function checkProjectChanges(
  context: Context,
  project: ProjectRecord,
  changes: ProjectChanges,
): void {
  const { visibility_level: level = project.visibility_level } = changes
  if (level !== project.visibility_level) {
    if (!context.viewer.can('own_project', project)) throw forbidden()
    checkNoErrors({ visibility_level: restrictionErrors(context, level) })
  }
  checkProject(context, { ...project, ...changes }, namespaceOf(context, project), project)
}

/** Changes a project. After a change of its path, the former path still finds it. */
export function changeProject(
  context: Context,
  project: ProjectRecord,
  { settings, ...changes }: ProjectChanges,
): ProjectRecord {
  const { store, now } = context
  const { path = project.path, tag_list } = changes
  if (tag_list) ensureTopics(context, tag_list)
  return store.projects.replace(project, {
    ...changes,
    ...(settings && { settings: { ...project.settings, ...settings } }),
    ...(path === project.path ? {} : { former_paths: formerPaths(context, project) }),
    updated_at: now,
  })
}

/** Throws 400 where a project is archived with one of its groups. */
export function checkArchiving({ archived_with_group }: ProjectRecord): void {
  if (archived_with_group) {
    throw refused('Cannot archive project since one of the ancestors is already archived.')
  }
}

/** Does the same for unarchiving, which has no effect while a group is archived. */
export function checkUnarchiving({ archived_with_group }: ProjectRecord): void {
  if (archived_with_group) {
    throw refused('Cannot unarchive project since one of the ancestors is archived.')
  }
}

/** Archives a project, which makes it read-only, or unarchives it. */
export function setArchived(
  { store, now }: Context,
  project: ProjectRecord,
  is_archived: boolean,
): ProjectRecord {
  if (project.is_archived === is_archived) return project
  return store.projects.replace(project, { is_archived, updated_at: now })
}

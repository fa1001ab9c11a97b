import { forbidden, refused } from '../../../contract/errors.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Context } from '../context.ts'
import { namespaceOf } from '../lookups.ts'
import { checkNoErrors } from '../validation.ts'
import { formerPaths } from './former-paths.ts'
import { restrictionErrors } from './restricted-visibility.ts'
import { ensureTopics } from './topics.ts'
import { checkProject } from './validation.ts'

/** What of a project can be changed. */
export type ProjectChanges = Partial<
  Omit<
    ProjectRecord,
    'id' | 'namespace_id' | 'creator_id' | 'settings' | 'created_at' | 'updated_at' | 'former_paths'
  >
> & { readonly settings?: Partial<ProjectRecord['settings']> }

/** Throws 403 for a visibility that only owners change, and 400 for what is wrong with changes, all together. */
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

/** Changes a project; under another path it is found under the old one as well. */
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

/** Throws 400 where a project is archived with a group that it is in. */
export function checkArchiving({ archived_with_group }: ProjectRecord): void {
  if (archived_with_group) {
    throw refused('Cannot archive project since one of the ancestors is already archived.')
  }
}

/** The same where one is to be no longer archived: it would be so with its group. */
export function checkUnarchiving({ archived_with_group }: ProjectRecord): void {
  if (archived_with_group) {
    throw refused('Cannot unarchive project since one of the ancestors is archived.')
  }
}

/** Makes a project read-only, or lets it be written to again. */
export function setArchived(
  { store, now }: Context,
  project: ProjectRecord,
  is_archived: boolean,
): ProjectRecord {
  if (project.is_archived === is_archived) return project
  return store.projects.replace(project, { is_archived, updated_at: now })
}

import { ApiError, refused } from '../../../contract/errors.ts'
import { visibilityLevels } from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { errorText } from '../error-text.ts'
import { splitPath } from '../find.ts'
import { mayHoldProjects } from '../groups/project-creation.ts'
import { checkNewProject, createProject, type NewProject } from '../projects/create.ts'
import { GitRefused } from './refusal.ts'

/** A project that a push creates, and its namespace. */
export interface ProjectToCreate {
  readonly attributes: NewProject
  readonly namespace: NamespaceRecord
}

/**
 * Plans the project for a push to an unknown path (`GitAccessProject#ensure_project_on_push!` of GitLab). Returns
 * undefined where the caller may not create it, so that the response is the same as for any unknown path.
 * @throws GitRefused where the project would be invalid.
 */
export function projectToCreate(context: Context, path: string): ProjectToCreate | undefined {
  const [parent, own] = splitPath(path)
  const namespace = context.store.namespaces.one('full_path', folded(parent))
  if (!context.viewer.user || !namespace || !mayHoldProjects(context, namespace)) return undefined
  const visibility_level = visibilityLevels.private
  const attributes = { name: own, path: own, visibility_level, namespace_id: namespace.id }
  try {
    return { attributes, namespace: checkNewProject(context, attributes, refused) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new GitRefused(422, `Could not create project: ${errorText(error)}`)
  }
}

/**
 * Creates the project that a push goes to.
 * @throws GitRefused where it can no longer be created.
 */
export function createProjectOnPush(context: Context, path: string): ProjectRecord {
  const planned = projectToCreate(context, path)
  if (!planned)
    throw new GitRefused(
      422,
      'Could not create project: its path or namespace has changed since the push began',
    )
  return createProject(context, planned.attributes, planned.namespace)
}

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

/** A project that a push makes, and where. */
export interface ProjectToCreate {
  readonly attributes: NewProject
  readonly namespace: NamespaceRecord
}

/**
 * What a push to a path that has no project makes there (`GitAccessProject#ensure_project_on_push!` of GitLab); undefined
 * where the caller creates no projects, who learns no more than of any other unknown path.
 * @throws GitRefused where the project would not be valid.
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

/** Makes the project that a push goes to. @throws GitRefused where it cannot be made any more. */
export function createProjectOnPush(context: Context, path: string): ProjectRecord {
  const planned = projectToCreate(context, path)
  if (!planned)
    throw new GitRefused(422, 'Could not create project: it may not be created any more')
  return createProject(context, planned.attributes, planned.namespace)
}

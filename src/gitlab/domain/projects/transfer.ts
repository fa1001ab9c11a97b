import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { nameIn, pathIn } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { pathWithNamespace } from '../lookups.ts'
import { checkNoErrors } from '../validation.ts'
import { formerPaths } from './former-paths.ts'

/** Throws 400 for a project whose name or path the group has already. */
export function checkTransfer(
  context: Context,
  project: ProjectRecord,
  group: NamespaceRecord,
): void {
  checkNoErrors(transferErrors(context, project, group))
}

/** Moves a project into a group. It becomes no more open than the group; its own members stay. */
export function transferProject(
  context: Context,
  project: ProjectRecord,
  group: NamespaceRecord,
): ProjectRecord {
  const { store, now } = context
  const oldPath = pathWithNamespace(context, project)
  const moved = store.projects.replace(project, {
    namespace_id: group.id,
    former_paths: formerPaths(context, project),
    ...(project.visibility_level > group.visibility_level && {
      visibility_level: group.visibility_level,
    }),
    updated_at: now,
  })
  context.fire(systemHookMessages.projectTransferred(moved, oldPath, context))
  return moved
}

function transferErrors(
  { store }: Context,
  project: ProjectRecord,
  group: NamespaceRecord,
): Record<string, string[]> {
  if (project.namespace_id === group.id) {
    return { new_namespace: ['Transfer failed, the project is in this namespace already.'] }
  }
  return {
    new_namespace: store.projects.one('path_in', pathIn(group.id, project.path))
      ? ['Project with same path in target namespace already exists']
      : [],
    name: store.projects.one('name_in', nameIn(group.id, project.name))
      ? ['has already been taken']
      : [],
  }
}

import { refused } from '../../../contract/errors.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded, fullPath, nameIn, pathIn } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { mayHoldProjects } from '../groups/project-creation.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { pathWithNamespace } from '../lookups.ts'
import { inheritedBy, keepInherited } from '../tracker/inherited-planning.ts'
import { checkNoErrors } from '../validation.ts'
import { formerPaths } from './former-paths.ts'

/** Throws 400 for a project whose name or path the group already has. */
export function checkTransfer(
  context: Context,
  project: ProjectRecord,
  group: NamespaceRecord,
): void {
  checkNoErrors(transferErrors(context, project, group))
}

/** Throws 400 where the caller may not transfer a project to a namespace, with the messages of GitLab 18. */
export function checkMove(
  context: Context,
  project: ProjectRecord,
  namespace: NamespaceRecord,
): void {
  const reason = reasonAgainstTransfer(context, project, namespace)
  if (reason === undefined) return
  throw refused(`Failed to transfer project {:new_namespace=>[${JSON.stringify(reason)}]}`)
}

/** Returns the reason against a transfer, in the order of `Projects::TransferService`. */
function reasonAgainstTransfer(
  context: Context,
  project: ProjectRecord,
  namespace: NamespaceRecord,
): string | undefined {
  const { store } = context
  if (namespace.id === project.namespace_id) return 'Project is already in this namespace.'
  if (!mayHoldProjects(context, namespace)) {
    return "You don't have permission to transfer projects into that namespace."
  }
  const hasPath = store.projects.one('path_in', pathIn(namespace.id, project.path))
  const hasName = store.projects.one('name_in', nameIn(namespace.id, project.name))
  const address = folded(`${fullPath(namespace)}/${project.path}`)
  const isGroup = store.namespaces.one('full_path', address)
  return hasPath || hasName || isGroup
    ? 'Project with same name or path in target namespace already exists'
    : undefined
}

/** Transfers a project to a namespace. Its visibility is limited to that of the group, and its direct members stay. */
export function transferProject(
  context: Context,
  project: ProjectRecord,
  group: NamespaceRecord,
): ProjectRecord {
  const { store, now } = context
  const oldPath = pathWithNamespace(context, project)
  const inherited = inheritedBy(context, project)
  const moved = store.projects.replace(project, {
    // Transfers into archived groups are refused.
    archived_with_group: false,
    namespace_id: group.id,
    former_paths: formerPaths(context, project),
    ...(project.visibility_level > group.visibility_level && {
      visibility_level: group.visibility_level,
    }),
    updated_at: now,
  })
  keepInherited(context, moved, inherited)
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

import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { descendantsOf } from '../../access/group-tree.ts'
import { pathWithNamespace, type WithStore } from '../lookups.ts'

/** Returns the paths that will find a project after a change of its path: the former ones and the present one. */
export function formerPaths(context: WithStore, project: ProjectRecord): string[] {
  return [...new Set([...project.former_paths, pathWithNamespace(context, project)])]
}

/** Records the present paths of all projects below a group, before the group's path changes. */
export function notePathsWithin(context: WithStore, group: NamespaceRecord): void {
  const { projects } = context.store
  for (const { id } of [group, ...descendantsOf(context.store, group)]) {
    for (const project of projects.by('namespace_id', id)) {
      projects.replace(project, { former_paths: formerPaths(context, project) })
    }
  }
}

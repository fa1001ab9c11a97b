import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { descendantsOf } from '../../access/group-tree.ts'
import { pathWithNamespace, type WithStore } from '../lookups.ts'

/** The paths that lead to a project once it has another one: those that it had, and the one that it has. */
export function formerPaths(context: WithStore, project: ProjectRecord): string[] {
  return [...new Set([...project.former_paths, pathWithNamespace(context, project)])]
}

/** Notes the paths of the projects in a group, and in the groups within it, which is about to get another one. */
export function notePathsWithin(context: WithStore, group: NamespaceRecord): void {
  const { projects } = context.store
  for (const { id } of [group, ...descendantsOf(context.store, group)]) {
    for (const project of projects.by('namespace_id', id)) {
      projects.replace(project, { former_paths: formerPaths(context, project) })
    }
  }
}

import type { TokenAssociations } from '../../../contract/generated/v4/contract.ts'
import { visibilityNames } from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Presentation } from '../../domain/context.ts'
import { namespaceOf } from '../../domain/lookups.ts'
import { namespaceResource } from './namespace.ts'
import { permissionsOf, projectIdentity } from './project.ts'

/**
 * Returns a group that a token has access to, with the level of its user
 * (`schemas/v4/resources/token-associations.json`).
 */
export function reachedGroup(
  group: NamespaceRecord,
  { addresses, viewer }: Presentation,
): TokenAssociations['groups'][number] {
  return {
    id: group.id,
    web_url: addresses.group(group),
    name: group.name,
    parent_id: group.parent_id,
    organization_id: 1,
    access_levels: viewer.groupLevel(group),
    visibility: visibilityNames[group.visibility_level],
  }
}

/** Returns a project that a token has access to. */
export function reachedProject(
  project: ProjectRecord,
  presentation: Presentation,
): TokenAssociations['projects'][number] {
  const { addresses } = presentation
  const namespace = namespaceOf(presentation, project)
  const { project_access, group_access } = permissionsOf(project, presentation)
  return Object.assign(projectIdentity(project, presentation), {
    access_levels: {
      project_access_level: project_access?.access_level ?? null,
      group_access_level: group_access?.access_level ?? null,
    },
    visibility: visibilityNames[project.visibility_level],
    web_url: addresses.project(namespace, project),
    namespace: namespaceResource(namespace, presentation),
  })
}

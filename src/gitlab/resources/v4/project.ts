import type { ProjectBasic, ProjectIdentity } from '../../../contract/generated/v4/contract.ts'
import { visibilityNames } from '../../../contract/visibility-levels.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Presentation } from '../../domain/context.ts'
import { fullName, namespaceOf, pathWithNamespace } from '../../domain/lookups.ts'
import { readmeOf } from '../../domain/repositories/readme.ts'
import { namespaceResource } from './namespace.ts'

/** What a project is called (`schemas/v4/resources/project-identity.json`). */
export function projectIdentity(
  project: ProjectRecord,
  presentation: Presentation,
): ProjectIdentity {
  const { id, name, path, description, created_at } = project
  const namespace = namespaceOf(presentation, project)
  return {
    id,
    description,
    name,
    name_with_namespace: `${fullName(presentation, namespace)} / ${name}`,
    path,
    path_with_namespace: pathWithNamespace(presentation, project),
    created_at,
  }
}

/** A project where one is embedded (`schemas/v4/resources/project-basic.json`). */
export function projectBasic(project: ProjectRecord, presentation: Presentation): ProjectBasic {
  const { store, viewer, addresses } = presentation
  const namespace = namespaceOf(presentation, project)
  const topics = [...project.tag_list].sort()
  const readsCode = viewer.can('download_code', project)
  return {
    ...projectIdentity(project, presentation),
    default_branch: readsCode ? project.default_branch : undefined,
    tag_list: topics,
    topics,
    ssh_url_to_repo: addresses.cloneBySsh(namespace, project),
    http_url_to_repo: addresses.cloneByHttp(namespace, project),
    web_url: addresses.project(namespace, project),
    readme_url: readsCode ? readmeAddress(project, presentation) : undefined,
    forks_count: readsCode
      ? store.projects.by('forked_from_project_id', project.id).length
      : undefined,
    avatar_url: addresses.avatar(project.avatar_url),
    star_count: store.stars.by('project_id', project.id).length,
    last_activity_at: project.last_activity_at,
    visibility: visibilityNames[project.visibility_level],
    namespace: namespaceResource(namespace, presentation),
    repository_storage: viewer.isAdmin ? project.repository_storage : undefined,
  }
}

function readmeAddress(project: ProjectRecord, presentation: Presentation): string | null {
  const readme = readmeOf(presentation, project)
  if (readme === undefined) return null
  const home = presentation.addresses.project(namespaceOf(presentation, project), project)
  return `${home}/-/blob/${project.default_branch}/${readme}`
}

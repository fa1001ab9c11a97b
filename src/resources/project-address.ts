import type { ProjectRecord } from '../store/models/project.ts'
import { namespaceOf } from './namespace.ts'
import type { Presentation } from './presentation.ts'

/** A project by id; what is in a project is removed with it, so a missing one is a broken world. */
export function existingProject({ store }: Presentation, id: number): ProjectRecord {
  const project = store.projects.get(id)
  if (!project) throw new Error(`A record names the project ${id}, which is not there.`)
  return project
}

/** Where a project is found on the web; its issues, merge requests and snippets are below. */
export function projectAddress(presentation: Presentation, projectId: number): string {
  const project = existingProject(presentation, projectId)
  return presentation.addresses.project(namespaceOf(presentation, project), project)
}

/** `NAMESPACE/PROJECT`, as references from elsewhere call a project. */
export function pathWithNamespace(presentation: Presentation, project: ProjectRecord): string {
  return `${namespaceOf(presentation, project).path}/${project.path}`
}

import { seesIssue } from '../access/tracker-visibility.ts'
import type { Presentation } from '../domain/context.ts'
import type { ProjectRecord } from '../store/models/project.ts'

/** How many issues of a project are open, of those that the caller sees (`schemas/resources/project.json`). */
export function openIssuesCount(
  project: ProjectRecord,
  { store, viewer }: Pick<Presentation, 'store' | 'viewer'>,
): number {
  return store.issues
    .by('project_id', project.id)
    .filter((issue) => issue.state === 'opened' && seesIssue(viewer, project, issue)).length
}

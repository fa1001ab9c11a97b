import { seenIssues } from '../access/seen-issues.ts'
import type { Presentation } from '../domain/context.ts'
import type { ProjectRecord } from '../store/models/project.ts'

/** How many issues of a project are open, of those that the caller sees (`schemas/resources/project.json`). */
export function openIssuesCount(
  project: ProjectRecord,
  presentation: Pick<Presentation, 'store' | 'viewer'>,
): number {
  return seenIssues(presentation, project, ['opened']).reduce((sum, { length }) => sum + length, 0)
}

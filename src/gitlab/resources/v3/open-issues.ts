import { issueListKey } from '../../../store/list-keys.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { hiddenIssues } from '../../access/tracker-visibility.ts'
import type { Presentation } from '../../domain/context.ts'

/**
 * How many issues of a project are open, of those that the caller sees
 * (`schemas/v3/resources/project.json`).
 */
export function openIssuesCount(
  project: ProjectRecord,
  presentation: Pick<Presentation, 'store' | 'viewer'>,
): number {
  const { store, viewer } = presentation
  if (!project.issues_enabled || !viewer.sees(project)) return 0
  const hidden = hiddenIssues(presentation, project).filter(({ state }) => state === 'opened')
  return store.issues.by('listed_in', issueListKey(project.id, 'opened')).length - hidden.length
}

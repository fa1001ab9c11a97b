import type { ProjectRecord } from '../../../store/models/project.ts'
import { seenIssues } from '../../access/seen-issues.ts'
import type { Presentation } from '../../domain/context.ts'

/**
 * How many issues of a project are open, of those that the caller sees
 * (`schemas/v3/resources/project.json`).
 */
export function openIssuesCount(
  project: ProjectRecord,
  presentation: Pick<Presentation, 'store' | 'viewer'>,
): number {
  const open = seenIssues(presentation, project, { states: ['opened'], order: 'created_at' })
  return open.reduce((sum, { length }) => sum + length, 0)
}

import type { IssueRecord } from '../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { isReadOnly, type Viewer } from './viewer.ts'

type People = Pick<IssueRecord | MergeRequestRecord, 'author_id' | 'assignee_id'> &
  Partial<Pick<MergeRequestRecord, 'more_assignee_ids'>>

/** Whether the viewer takes part in an issue or a merge request: wrote it, or is assigned to it. */
export function takesPart({ user }: Viewer, people: People): boolean {
  if (!user) return false
  const { author_id, assignee_id, more_assignee_ids = [] } = people
  return author_id === user.id || assignee_id === user.id || more_assignee_ids.includes(user.id)
}

/** The author and the assignee may change an issue, and members from reporter up. */
export function mayChangeIssue(
  viewer: Viewer,
  project: ProjectRecord,
  issue: IssueRecord,
): boolean {
  return takesPart(viewer, issue) || viewer.can('admin_issues', project)
}

/** Its author, its assignee and developers may change a merge request; nobody on an archived project. */
export function mayChangeMergeRequest(
  viewer: Viewer,
  project: ProjectRecord,
  mergeRequest: MergeRequestRecord,
): boolean {
  const isParticipant = takesPart(viewer, mergeRequest) && !isReadOnly(project)
  return isParticipant || viewer.can('admin_merge_requests', project)
}

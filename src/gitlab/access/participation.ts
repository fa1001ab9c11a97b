import type { IssueRecord } from '../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { isReadOnly, type Viewer } from './viewer.ts'

type People = Pick<IssueRecord | MergeRequestRecord, 'author_id' | 'assignee_id'> &
  Partial<Pick<MergeRequestRecord, 'more_assignee_ids'>>

/** Whether the viewer is the author or an assignee of an issue or a merge request. */
export function takesPart({ user }: Viewer, people: People): boolean {
  if (!user) return false
  const { author_id, assignee_id, more_assignee_ids = [] } = people
  return author_id === user.id || assignee_id === user.id || more_assignee_ids.includes(user.id)
}

/** Whether the viewer may change an issue: its author and assignees can, and members from reporter up. */
export function mayChangeIssue(
  viewer: Viewer,
  project: ProjectRecord,
  issue: IssueRecord,
): boolean {
  return takesPart(viewer, issue) || viewer.can('admin_issues', project)
}

/**
 * Whether the viewer may change a merge request: its author, its assignees and developers can, except on an archived
 * project.
 */
export function mayChangeMergeRequest(
  viewer: Viewer,
  project: ProjectRecord,
  mergeRequest: MergeRequestRecord,
): boolean {
  const isParticipant = takesPart(viewer, mergeRequest) && !isReadOnly(project)
  return isParticipant || viewer.can('admin_merge_requests', project)
}

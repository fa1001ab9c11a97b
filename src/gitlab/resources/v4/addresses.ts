import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Presentation } from '../../domain/context.ts'
import { projectAddress } from '../../domain/lookups.ts'

/** Returns the `web_url` of an issue. */
export function issueAddress({ project_id, iid }: IssueRecord, presentation: Presentation): string {
  return `${projectAddress(presentation, project_id)}/-/issues/${iid}`
}

/** Returns the `web_url` of a merge request. */
export function mergeRequestAddress(
  { target_project_id, iid }: MergeRequestRecord,
  presentation: Presentation,
): string {
  return `${projectAddress(presentation, target_project_id)}/-/merge_requests/${iid}`
}

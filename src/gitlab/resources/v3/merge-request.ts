import type { MergeRequest, MergeRequestChanges } from '../../../contract/generated/v3/contract.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser, projectAddress } from '../../domain/lookups.ts'
import { mergeStatus } from '../../domain/merge-requests/mergeability.ts'
import { differencesOf, headOf } from '../../domain/merge-requests/range.ts'
import { isWorkInProgress } from '../../domain/merge-requests/work-in-progress.ts'
import { votesOn } from '../../domain/tracker/award-emoji.ts'
import { userNotesCount } from '../../domain/tracker/noteable.ts'
import { isSubscribed } from '../../domain/tracker/subscribed.ts'
import { differenceResource } from './difference.ts'
import { milestoneResource } from './milestone.ts'
import { userBrief } from './user.ts'

/** Returns a merge request for the viewer (schemas/v3/resources/merge-request.json). */
export function mergeRequestResource(
  mergeRequest: MergeRequestRecord,
  presentation: Presentation,
): MergeRequest {
  const { store } = presentation
  const { id, iid, assignee_id } = mergeRequest
  const assignee = assignee_id === null ? undefined : existingUser(presentation, assignee_id)
  const { upvotes, downvotes } = votesOn(presentation, 'MergeRequest', id)
  return {
    id,
    iid,
    project_id: mergeRequest.target_project_id,
    title: mergeRequest.title,
    description: mergeRequest.description ?? '',
    state: mergeRequest.state,
    created_at: mergeRequest.created_at,
    updated_at: mergeRequest.updated_at,
    target_branch: mergeRequest.target_branch,
    source_branch: mergeRequest.source_branch,
    upvotes,
    downvotes,
    author: userBrief(existingUser(presentation, mergeRequest.author_id), presentation),
    assignee: assignee ? userBrief(assignee, presentation) : null,
    source_project_id: mergeRequest.source_project_id,
    target_project_id: mergeRequest.target_project_id,
    labels: [...mergeRequest.labels].sort(),
    work_in_progress: isWorkInProgress(presentation.release, mergeRequest.title),
    milestone: milestoneResource(
      mergeRequest.milestone_id,
      mergeRequest.target_project_id,
      presentation,
    ),
    merge_when_build_succeeds: mergeRequest.merge_when_build_succeeds,
    merge_status: mergeStatus(store, mergeRequest),
    sha: headOf(store, mergeRequest) ?? '',
    merge_commit_sha: mergeRequest.merge_commit_sha,
    subscribed: isSubscribed(presentation, 'MergeRequest', mergeRequest),
    user_notes_count: userNotesCount(presentation, 'MergeRequest', id),
    should_remove_source_branch: mergeRequest.should_remove_source_branch ?? false,
    force_remove_source_branch: mergeRequest.force_remove_source_branch ?? false,
    web_url: `${projectAddress(presentation, mergeRequest.target_project_id)}/merge_requests/${iid}`,
  }
}

/** Returns a merge request with its diffs (getMergeRequestChanges). */
export function mergeRequestWithChanges(
  mergeRequest: MergeRequestRecord,
  presentation: Presentation,
): MergeRequestChanges {
  const { store } = presentation
  const budget = createWorkBudget()
  const differences = differencesOf(store, mergeRequest, budget)
  return {
    ...mergeRequestResource(mergeRequest, presentation),
    changes: differences.map((difference) => differenceResource(difference, store, budget)),
  }
}

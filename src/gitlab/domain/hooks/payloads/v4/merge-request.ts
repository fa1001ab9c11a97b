import { readCommit } from '../../../../../git/objects/database.ts'
import type { MergeRequestRecord } from '../../../../../store/models/merge-request.ts'
import type { PayloadContext } from '../../../context.ts'
import { existingProject, existingUser, projectAddress } from '../../../lookups.ts'
import {
  checkedMergeStatus,
  detailedMergeStatus,
  isBlockedByDiscussions,
} from '../../../merge-requests/mergeability.ts'
import { assigneesOf, isFirstContribution } from '../../../merge-requests/people.ts'
import { headOf, headPipeline } from '../../../merge-requests/range.ts'
import { isWorkInProgress } from '../../../merge-requests/work-in-progress.ts'
import type { HookEvent } from '../../hook-event.ts'
import { withoutFraction } from '../times.ts'
import {
  commitAttributes,
  labelAttributes,
  projectAttributes,
  repositoryAttributes,
  userAttributes,
} from './attributes.ts'
import { changesBetween } from './changes.ts'
import { timeAttributes } from './time-attributes.ts'

/** Returns the payload of a merge request event. */
export function mergeRequestPayload(
  { mergeRequest, before, action, oldrev, user }: HookEvent<'merge_request'>,
  presentation: PayloadContext,
) {
  const project = existingProject(presentation, mergeRequest.target_project_id)
  const peopleOf = (ids: readonly number[]) =>
    ids.map((id) => userAttributes(existingUser(presentation, id), presentation))
  const assignees = peopleOf(assigneesOf(mergeRequest))
  const reviewers = peopleOf(mergeRequest.reviewers.map(({ user_id }) => user_id))
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: userAttributes(user, presentation),
    project: projectAttributes(project, presentation),
    object_attributes: {
      ...mergeRequestAttributes(mergeRequest, presentation, before),
      action,
      system: false,
      ...(oldrev === undefined ? {} : { oldrev }),
    },
    labels: labelAttributes(mergeRequest.labels, project, presentation),
    changes: changesBetween(
      before && changeable(before, presentation),
      changeable(mergeRequest, presentation),
    ),
    repository: repositoryAttributes(project, presentation),
    ...(assignees.length === 0 ? {} : { assignees }),
    ...(reviewers.length === 0 ? {} : { reviewers }),
  }
}

/** Returns a merge request for payloads (`Gitlab::HookData::MergeRequestBuilder`). */
export function mergeRequestAttributes(
  mergeRequest: MergeRequestRecord,
  presentation: PayloadContext,
  before?: MergeRequestRecord,
) {
  const { store, release } = presentation
  const project = existingProject(presentation, mergeRequest.target_project_id)
  const source = store.projects.get(mergeRequest.source_project_id)
  const head = headOf(store, mergeRequest)
  const isDraft = isWorkInProgress(release, mergeRequest.title)
  return {
    ...fieldsOf(mergeRequest),
    ...timeAttributes(mergeRequest, before),
    blocking_discussions_resolved: !isBlockedByDiscussions(store, project, mergeRequest),
    detailed_merge_status: detailedMergeStatus(presentation, project, mergeRequest),
    draft: isDraft,
    work_in_progress: isDraft,
    first_contribution: isFirstContribution(presentation, mergeRequest),
    head_pipeline_id: headPipeline(store, mergeRequest)?.id ?? null,
    labels: labelAttributes(mergeRequest.labels, project, presentation),
    last_commit: head
      ? commitAttributes(readCommit(store.objects, head), source ?? project, presentation)
      : null,
    merge_status: checkedMergeStatus(store, mergeRequest),
    source: source ? projectAttributes(source, presentation) : null,
    target: projectAttributes(project, presentation),
    url: `${projectAddress(presentation, project.id)}/-/merge_requests/${mergeRequest.iid}`,
  }
}

const stateIds = { opened: 1, reopened: 1, closed: 2, merged: 3 } as const

/** Returns the attributes that need no other record. The last editor is not stored. */
function fieldsOf(mergeRequest: MergeRequestRecord) {
  const { state, force_remove_source_branch } = mergeRequest
  const assignee_ids = assigneesOf(mergeRequest)
  return {
    id: mergeRequest.id,
    iid: mergeRequest.iid,
    title: mergeRequest.title,
    description: mergeRequest.description,
    state: state === 'reopened' ? 'opened' : state,
    state_id: stateIds[state],
    author_id: mergeRequest.author_id,
    assignee_id: assignee_ids[0] ?? null,
    assignee_ids,
    reviewer_ids: mergeRequest.reviewers.map(({ user_id }) => user_id),
    milestone_id: mergeRequest.milestone_id,
    created_at: withoutFraction(mergeRequest.created_at),
    updated_at: withoutFraction(mergeRequest.updated_at),
    prepared_at: withoutFraction(mergeRequest.created_at),
    last_edited_at: null,
    last_edited_by_id: null,
    updated_by_id: null,
    merge_commit_sha: mergeRequest.merge_commit_sha,
    merge_error: mergeRequest.merge_error,
    merge_params: { force_remove_source_branch: force_remove_source_branch ? '1' : '0' },
    merge_user_id: mergeRequest.merge_user_id,
    merge_when_pipeline_succeeds: mergeRequest.merge_when_build_succeeds,
    source_branch: mergeRequest.source_branch,
    source_project_id: mergeRequest.source_project_id,
    target_branch: mergeRequest.target_branch,
    target_project_id: mergeRequest.target_project_id,
  }
}

/** Returns the attributes of a merge request that `changes` compares. */
function changeable(mergeRequest: MergeRequestRecord, presentation: PayloadContext) {
  const { assignee_id, assignee_ids, reviewer_ids, state, merge_params, ...fields } =
    fieldsOf(mergeRequest)
  const project = existingProject(presentation, mergeRequest.target_project_id)
  const { time_estimate, total_time_spent } = mergeRequest
  const peopleOf = (ids: readonly number[]) =>
    ids.map((id) => userAttributes(existingUser(presentation, id), presentation))
  return {
    ...fields,
    time_estimate,
    total_time_spent,
    draft: isWorkInProgress(presentation.release, mergeRequest.title),
    labels: labelAttributes(mergeRequest.labels, project, presentation),
    assignees: peopleOf(assignee_ids),
    reviewers: peopleOf(reviewer_ids),
  }
}

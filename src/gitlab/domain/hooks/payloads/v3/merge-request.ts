import { readCommit } from '../../../../../git/objects/database.ts'
import type { MergeRequestRecord } from '../../../../../store/models/merge-request.ts'
import type { PayloadContext } from '../../../context.ts'
import { existingProject, projectAddress } from '../../../lookups.ts'
import { mergeStatus } from '../../../merge-requests/mergeability.ts'
import { headOf } from '../../../merge-requests/range.ts'
import { isWorkInProgress } from '../../../merge-requests/work-in-progress.ts'
import type { HookEvent } from '../../hook-event.ts'
import { projectData } from '../../push-data.ts'
import { withoutFraction } from '../times.ts'
import { commitAttributes, repositoryAttributes, someone, userAttributes } from './attributes.ts'

/** Returns the payload of a merge request event (`hook_data` in app/services/merge_requests/base_service.rb). */
export function mergeRequestPayload(
  { mergeRequest, action, oldrev, user }: HookEvent<'merge_request'>,
  presentation: PayloadContext,
) {
  const project = existingProject(presentation, mergeRequest.target_project_id)
  const url = `${projectAddress(presentation, project.id)}/merge_requests/${mergeRequest.iid}`
  const assignee = someone(mergeRequest.assignee_id, presentation)
  return {
    object_kind: 'merge_request',
    user: userAttributes(user, presentation),
    project: projectData(presentation, project),
    object_attributes: {
      ...mergeRequestAttributes(mergeRequest, presentation),
      url,
      action,
      ...(oldrev === undefined ? {} : { oldrev }),
    },
    repository: repositoryAttributes(project, presentation),
    ...(assignee ? { assignee } : {}),
  }
}

/** Returns the columns of the merge requests table, with the records that they refer to. */
export function mergeRequestAttributes(
  mergeRequest: MergeRequestRecord,
  presentation: PayloadContext,
) {
  const { store, release } = presentation
  const project = existingProject(presentation, mergeRequest.target_project_id)
  const source = store.projects.get(mergeRequest.source_project_id)
  const head = headOf(store, mergeRequest)
  return {
    id: mergeRequest.id,
    target_branch: mergeRequest.target_branch,
    source_branch: mergeRequest.source_branch,
    source_project_id: mergeRequest.source_project_id,
    author_id: mergeRequest.author_id,
    assignee_id: mergeRequest.assignee_id,
    title: mergeRequest.title,
    created_at: withoutFraction(mergeRequest.created_at),
    updated_at: withoutFraction(mergeRequest.updated_at),
    milestone_id: mergeRequest.milestone_id,
    state: mergeRequest.state,
    merge_status: mergeStatus(store, mergeRequest),
    target_project_id: mergeRequest.target_project_id,
    iid: mergeRequest.iid,
    description: mergeRequest.description ?? '',
    position: 0,
    locked_at: null,
    updated_by_id: null,
    merge_error: mergeRequest.merge_error,
    merge_params: {},
    merge_when_build_succeeds: mergeRequest.merge_when_build_succeeds,
    merge_user_id: mergeRequest.merge_user_id,
    merge_commit_sha: mergeRequest.merge_commit_sha,
    deleted_at: mergeRequest.deleted_at,
    in_progress_merge_commit_sha: null,
    lock_version: 0,
    source: source ? projectData(presentation, source) : null,
    target: projectData(presentation, project),
    last_commit: head
      ? commitAttributes(readCommit(store.objects, head), source ?? project, presentation)
      : null,
    work_in_progress: isWorkInProgress(release, mergeRequest.title),
  }
}

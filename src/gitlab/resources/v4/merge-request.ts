import type {
  MergeRequest,
  MergeRequestDetail,
  MergeRequestSimple,
} from '../../../contract/generated/v4/contract.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { canReadBuilds } from '../../access/builds.ts'
import type { Context, Presentation } from '../../domain/context.ts'
import { existingProject, existingUser } from '../../domain/lookups.ts'
import { changedFilesCount } from '../../domain/merge-requests/changed-files.ts'
import {
  checkedMergeStatus,
  detailedMergeStatus,
  isBlockedByDiscussions,
  mayMerge,
} from '../../domain/merge-requests/mergeability.ts'
import { assigneesOf, isFirstContribution } from '../../domain/merge-requests/people.ts'
import {
  differencesOf,
  divergedCommits,
  headOf,
  headPipeline,
} from '../../domain/merge-requests/range.ts'
import { isSquashed } from '../../domain/merge-requests/squash.ts'
import { diffRefs } from '../../domain/merge-requests/versions.ts'
import { isWorkInProgress } from '../../domain/merge-requests/work-in-progress.ts'
import type { Place } from '../../domain/place.ts'
import { votesOn } from '../../domain/tracker/award-emoji.ts'
import { userNotesCount } from '../../domain/tracker/noteable.ts'
import { isSubscribed } from '../../domain/tracker/subscribed.ts'
import { mergeRequestAddress } from './addresses.ts'
import { labelsOf } from './label.ts'
import { milestoneOf } from './milestone.ts'
import { pipelineBasic, pipelineResource } from './pipeline.ts'
import { recordReferences } from './record-references.ts'
import { taskCompletionStatus } from './task-completion-status.ts'
import { lineHtml, textHtml } from './text-html.ts'
import { timeStats } from './time-stats.ts'
import { userBasic } from './user.ts'

/** The options of merge requests in lists. */
interface Listed {
  /** The place of the list, to which references are relative. */
  readonly place: Place
  readonly hasLabelDetails?: boolean
  /** Whether to include title and description as HTML. */
  readonly hasHtml?: boolean
}

/** Returns a single merge request (schemas/v4/resources/merge-request-detail.json). */
export function mergeRequestDetail(
  mergeRequest: MergeRequestRecord,
  context: Context,
  hasHtml = false,
): MergeRequestDetail {
  return {
    ...mergeRequestOfOthers(mergeRequest, context, hasHtml),
    subscribed: isSubscribed(context, 'MergeRequest', mergeRequest),
  }
}

/** The options of a request for a single merge request. */
interface Wanted {
  readonly render_html?: boolean
  readonly include_diverged_commits_count?: boolean
  readonly include_rebase_in_progress?: boolean
}

/** Returns a single merge request with the requested fields, and whether it is the author's first contribution. */
export function mergeRequestOnRequest(
  mergeRequest: MergeRequestRecord,
  context: Context,
  { render_html, include_diverged_commits_count, include_rebase_in_progress }: Wanted,
): MergeRequestDetail {
  const { store } = context
  return {
    ...mergeRequestDetail(mergeRequest, context, render_html),
    ...(include_rebase_in_progress ? { rebase_in_progress: false } : {}),
    ...(include_diverged_commits_count
      ? { diverged_commits_count: divergedCommits(store, mergeRequest) }
      : {}),
    first_contribution: isFirstContribution(context, mergeRequest),
  }
}

/** Returns a merge request for other records, without the subscription of the caller. */
export function mergeRequestOfOthers(
  mergeRequest: MergeRequestRecord,
  context: Context,
  hasHtml = false,
): MergeRequestDetail {
  const { store } = context
  const project = existingProject(context, mergeRequest.target_project_id)
  const place = { kind: 'project', project } as const
  return {
    ...mergeRequestResource(mergeRequest, context, { place, hasHtml }),
    changes_count: changesCount(mergeRequest, context),
    ...pipelinesOf(mergeRequest, project, context),
    diff_refs: diffRefs(store, mergeRequest),
    merge_error: mergeRequest.merge_error,
    user: { can_merge: mayMerge(context, project, mergeRequest) },
  }
}

function changesCount(mergeRequest: MergeRequestRecord, context: Context): string | null {
  const count = differencesOf(context.store, mergeRequest).length
  return count === 0 ? null : changedFilesCount(count, context)
}

/** Returns the pipelines of the head, for callers who may read them. */
function pipelinesOf(
  mergeRequest: MergeRequestRecord,
  project: ProjectRecord,
  context: Context,
): Partial<MergeRequestDetail> {
  if (!canReadBuilds(context, project)) return {}
  const pipeline = headPipeline(context.store, mergeRequest)
  return {
    latest_build_started_at: pipeline?.started_at ?? null,
    latest_build_finished_at: pipeline?.finished_at ?? null,
    first_deployed_to_production_at: null,
    pipeline: pipeline ? pipelineBasic(pipeline, context) : null,
    head_pipeline: pipeline ? pipelineResource(pipeline, context) : null,
  }
}

/** Returns a merge request for lists with `view=simple` (schemas/v4/resources/merge-request-simple.json). */
export function mergeRequestSimple(
  mergeRequest: MergeRequestRecord,
  presentation: Presentation,
): MergeRequestSimple {
  return {
    id: mergeRequest.id,
    iid: mergeRequest.iid,
    project_id: mergeRequest.target_project_id,
    title: mergeRequest.title,
    description: mergeRequest.description,
    state: stateOf(mergeRequest),
    created_at: mergeRequest.created_at,
    updated_at: mergeRequest.updated_at,
    web_url: mergeRequestAddress(mergeRequest, presentation),
  }
}

/** Returns the state; a reopened merge request is shown as opened in this release. */
function stateOf({ state }: MergeRequestRecord): MergeRequestSimple['state'] {
  return state === 'reopened' ? 'opened' : state
}

function htmlOf(
  { title, description, target_project_id }: MergeRequestRecord,
  context: Context,
): Partial<MergeRequest> {
  const project = existingProject(context, target_project_id)
  return {
    title_html: lineHtml(title, project, context),
    description_html: textHtml(description, project, context),
  }
}

/** Returns a merge request for lists (schemas/v4/resources/merge-request.json). */
export function mergeRequestResource(
  mergeRequest: MergeRequestRecord,
  context: Context,
  { place, hasLabelDetails = false, hasHtml = false }: Listed,
): MergeRequest {
  const { store } = context
  const { id, iid, target_project_id, description } = mergeRequest
  const project = existingProject(context, target_project_id)
  const userOf = (userId: number) => userBasic(existingUser(context, userId), context)
  const { upvotes, downvotes } = votesOn(context, 'MergeRequest', id)
  const assignees = assigneesOf(mergeRequest).map(userOf)
  const isDraft = isWorkInProgress(context.release, mergeRequest.title)
  const references = recordReferences(context, `!${iid}`, project, place)
  const merge_status = checkedMergeStatus(store, mergeRequest)
  return {
    id,
    iid,
    project_id: target_project_id,
    title: mergeRequest.title,
    description,
    state: stateOf(mergeRequest),
    created_at: mergeRequest.created_at,
    updated_at: mergeRequest.updated_at,
    ...peopleOfState(mergeRequest, userOf),
    ...(hasHtml ? htmlOf(mergeRequest, context) : {}),
    target_branch: mergeRequest.target_branch,
    source_branch: mergeRequest.source_branch,
    user_notes_count: userNotesCount(context, 'MergeRequest', id),
    upvotes,
    downvotes,
    author: userOf(mergeRequest.author_id),
    assignees,
    assignee: assignees[0] ?? null,
    reviewers: mergeRequest.reviewers.map(({ user_id }) => userOf(user_id)),
    source_project_id: store.projects.get(mergeRequest.source_project_id)?.id ?? null,
    target_project_id,
    labels: labelsOf(mergeRequest.labels, target_project_id, context, hasLabelDetails),
    draft: isDraft,
    imported: false,
    imported_from: 'none',
    work_in_progress: isDraft,
    milestone: milestoneOf(mergeRequest.milestone_id, context),
    merge_when_pipeline_succeeds: mergeRequest.merge_when_build_succeeds,
    merge_status,
    detailed_merge_status: detailedMergeStatus(context, project, mergeRequest),
    merge_after: mergeRequest.merge_after,
    sha: headOf(store, mergeRequest) ?? null,
    merge_commit_sha: mergeRequest.merge_commit_sha,
    squash_commit_sha: mergeRequest.squash_commit_sha,
    discussion_locked: mergeRequest.discussion_locked,
    should_remove_source_branch: mergeRequest.should_remove_source_branch,
    force_remove_source_branch: mergeRequest.force_remove_source_branch,
    prepared_at: mergeRequest.created_at,
    ...collaborationOf(mergeRequest),
    reference: references.relative,
    references,
    web_url: mergeRequestAddress(mergeRequest, context),
    time_stats: timeStats(mergeRequest),
    squash: mergeRequest.squash,
    squash_on_merge: isSquashed(project, mergeRequest),
    task_completion_status: taskCompletionStatus(description),
    has_conflicts: merge_status === 'cannot_be_merged',
    blocking_discussions_resolved: !isBlockedByDiscussions(store, project, mergeRequest),
  }
}

/** Returns the users who merged and closed a merge request, and the times. */
function peopleOfState(
  { state, merge_user_id, merged_at, closed_by_id, closed_at }: MergeRequestRecord,
  userOf: (id: number) => MergeRequest['author'],
): Pick<MergeRequest, 'merged_by' | 'merge_user' | 'merged_at' | 'closed_by' | 'closed_at'> {
  const merge_user = merge_user_id === null ? null : userOf(merge_user_id)
  const closed_by = closed_by_id === null ? null : userOf(closed_by_id)
  return {
    merged_by: state === 'merged' ? merge_user : null,
    merge_user,
    merged_at,
    closed_by: state === 'closed' ? closed_by : null,
    closed_at: state === 'closed' ? closed_at : null,
  }
}

function collaborationOf({
  source_project_id,
  target_project_id,
  allow_collaboration,
}: MergeRequestRecord): Partial<MergeRequest> {
  if (source_project_id === target_project_id) return {}
  return { allow_collaboration, allow_maintainer_to_push: allow_collaboration }
}

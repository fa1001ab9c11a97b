import { notAcceptable, notAllowed, unauthorized } from '../../../contract/errors.ts'
import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { Context, MergeRequestContext, SystemContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { releaseOfStrategy } from '../release.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { type MergeOptions, type MergeTime, merge } from './merge.ts'
import { mayMerge, mergeBlockerOf } from './mergeability.ts'
import { headOf, headPipeline } from './range.ts'
import { scheduledStateAfter, unscheduledBy } from './scheduled-states.ts'
import { isOpen } from './states.ts'

/** Enables auto-merge. A repeated call replaces the options. */
export function scheduleMerge(
  context: Context,
  mergeRequest: MergeRequestRecord,
  { merge_commit_message, squash_commit_message, should_remove_source_branch = null }: MergeOptions,
): MergeRequestRecord {
  const { store, viewer, now, release } = context
  const scheduled = store.mergeRequests.replace(mergeRequest, {
    merge_when_build_succeeds: scheduledStateAfter(mergeRequest, 'schedule') === 'scheduled',
    merge_user_id: viewer.signedIn().id,
    merge_parameters: {
      strategy: release.autoMerge.strategy,
      merge_commit_message: merge_commit_message ?? null,
      squash_commit_message: squash_commit_message ?? null,
      should_remove_source_branch,
    },
    should_remove_source_branch,
    updated_at: now,
  })
  if (mergeRequest.merge_when_build_succeeds) return scheduled
  note(context, mergeRequest, release.autoMerge.enabled(headOf(store, mergeRequest) ?? ''))
  return scheduled
}

/** Merges at once, or enables auto-merge. */
export function mergeOrSchedule(
  context: Context,
  mergeRequest: MergeRequestRecord,
  time: MergeTime,
  options: MergeOptions,
): MergeRequestRecord {
  switch (time) {
    case 'now':
      return merge(context, mergeRequest, options)
    case 'later':
      return scheduleMerge(context, mergeRequest, options)
  }
}

/** Throws 401 unless the caller is the author or may merge. */
export function mustCancelMerge(context: MergeRequestContext): void {
  const { viewer, project, mergeRequest } = context
  const isAuthor = viewer.signedIn().id === mergeRequest.author_id
  if (!isAuthor && !mayMerge(context, project, mergeRequest)) throw unauthorized()
}

/** Whether auto-merge is enabled and can be cancelled. */
export function isMergeScheduled(mergeRequest: MergeRequestRecord): boolean {
  return isOpen(mergeRequest) && scheduledStateAfter(mergeRequest, 'cancel') !== undefined
}

/** Throws 405 where the merge request is not open, and 406 where auto-merge is not enabled. */
export function checkScheduled({ mergeRequest }: MergeRequestContext): void {
  if (!isOpen(mergeRequest)) throw notAllowed()
  if (scheduledStateAfter(mergeRequest, 'cancel') === undefined) throw notAcceptable()
}

export function cancelMerge(context: Context, mergeRequest: MergeRequestRecord): void {
  const { store, now } = context
  const changes = unscheduledBy('cancel', mergeRequest)
  store.mergeRequests.replace(mergeRequest, { ...changes, updated_at: now })
  note(context, mergeRequest, 'canceled the automatic merge')
}

function note(context: Context, mergeRequest: MergeRequestRecord, body: string): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  addSystemNote(context, onMergeRequest({ project, mergeRequest }), body)
}

/**
 * Merges the merge requests that wait for a successful pipeline, each in the name of the user who enabled auto-merge.
 * Those that cannot be merged, or no longer by that user (who may be blocked), stay open with auto-merge enabled.
 */
export function mergeWhatWaitsFor(work: SystemContext, pipeline: PipelineRecord): void {
  const { id, project_id, ref, merge_request_id } = pipeline
  const { store } = work
  const own = store.mergeRequests.get(merge_request_id ?? 0)
  const waiting = store.mergeRequests
    .by('open_from', openListKey(project_id, own?.source_branch ?? ref))
    .filter((one) => one.merge_when_build_succeeds)
    .filter((one) => headPipeline(store, one)?.id === id)
  for (const mergeRequest of waiting) mergeAsScheduled(work, mergeRequest)
}

/** Merges a merge request with the strategy `merge_when_checks_pass` if nothing prevents that any more. */
export function mergeIfReady(work: SystemContext, { id }: MergeRequestRecord): void {
  const present = work.store.mergeRequests.get(id)
  if (present?.merge_parameters?.strategy !== 'merge_when_checks_pass') return
  mergeAsScheduled(work, present)
}

/** Merges by the rules of the release in which auto-merge was enabled, whichever release the present call follows. */
function mergeAsScheduled(asked: SystemContext, mergeRequest: MergeRequestRecord): void {
  const { store } = asked
  const { merge_user_id, merge_parameters, target_project_id } = mergeRequest
  const user = merge_user_id === null ? undefined : store.users.get(merge_user_id)
  const project = store.projects.get(target_project_id)
  if (user?.state !== 'active' || !project || !merge_parameters) return
  const work = { ...asked, release: releaseOfStrategy(merge_parameters.strategy) }
  if (mergeBlockerOf(work, project, mergeRequest)) return
  const scheduler = onBehalfOf(work, user)
  if (!mayMerge(scheduler, project, mergeRequest)) return
  const { merge_commit_message, squash_commit_message, should_remove_source_branch } =
    merge_parameters
  merge(scheduler, mergeRequest, {
    merge_commit_message: merge_commit_message ?? undefined,
    squash_commit_message: squash_commit_message ?? undefined,
    should_remove_source_branch,
  })
}

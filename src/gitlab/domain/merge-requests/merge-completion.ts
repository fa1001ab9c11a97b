import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { type Context, fireHooks, type SystemContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import { existingProject } from '../lookups.ts'
import { next } from '../state-table.ts'
import { aboutMergeRequest } from '../tracker/events.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { recordState } from '../tracker/resource-events.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { settleTodos } from '../tracker/todos.ts'
import { rangeFields } from './range.ts'
import { unscheduledBy } from './scheduled-states.ts'
import { mergeRequestStates } from './states.ts'
import { rememberVersion } from './versions.ts'

type MergedFields = Partial<
  Pick<
    MergeRequestRecord,
    | 'merge_commit_sha'
    | 'squash_commit_sha'
    | 'should_remove_source_branch'
    | 'head_sha'
    | 'base_sha'
  >
>

/**
 * Sets the state of a merge request to merged, in the caller's name. Head and base default to those of its branches.
 * @throws Error where its state does not allow that.
 */
export function markAsMerged(
  context: Context,
  mergeRequest: MergeRequestRecord,
  fields: MergedFields,
): MergeRequestRecord {
  const { store, viewer, now } = context
  const state = next(mergeRequestStates, mergeRequest.state, 'merge')
  if (state === undefined) {
    const { id } = mergeRequest
    throw new Error(`The merge request ${id} is ${mergeRequest.state}: it cannot be merged.`)
  }
  const merged = store.mergeRequests.replace(mergeRequest, {
    ...unscheduledBy('merge', mergeRequest),
    ...rangeFields(store, mergeRequest),
    ...fields,
    state,
    merge_user_id: viewer.signedIn().id,
    merged_at: now,
    merge_error: null,
    updated_at: now,
  })
  rememberVersion(context, merged)
  return merged
}

/** Records the commits of a merge request whose branches no longer show them. */
export function rememberCommits(
  context: SystemContext,
  mergeRequest: MergeRequestRecord,
  fields: MergedFields & Partial<Pick<MergeRequestRecord, 'merge_user_id' | 'merged_at'>>,
): MergeRequestRecord {
  const changed = context.store.mergeRequests.replace(mergeRequest, fields)
  rememberVersion(context, changed)
  return changed
}

export function noteMerge(context: Context, mergeRequest: MergeRequestRecord): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  addSystemNote(context, onMergeRequest({ project, mergeRequest }), 'merged')
}

export function recordMerge(context: Context, mergeRequest: MergeRequestRecord): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  recordEvent(context, 'accepted', project, aboutMergeRequest(mergeRequest))
}

export function recordMergedState(context: Context, mergeRequest: MergeRequestRecord): void {
  recordState(context, 'MergeRequest', mergeRequest, 'merged')
}

/** Marks the merging user's to-do items on a merge request as done. */
export function settleTodosOfMerge(context: Context, mergeRequest: MergeRequestRecord): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  settleTodos(context, onMergeRequest({ project, mergeRequest }))
}

/** Fires the hooks for a merge. The former values are derived, since the record no longer has them. */
export function fireMerge(context: Context, mergeRequest: MergeRequestRecord): void {
  const unmerged = { state: 'opened', merge_commit_sha: null, merge_user_id: null } as const
  const before = { ...mergeRequest, ...unmerged }
  const user = context.viewer.signedIn()
  fireHooks(context, { kind: 'merge_request', action: 'merge', mergeRequest, before, user })
}

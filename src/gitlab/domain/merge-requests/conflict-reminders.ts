import { hasConflicts } from '../../../git/merge/merge.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { branchOf, type Push } from '../repositories/pushes.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { remind } from '../tracker/todos.ts'
import { sourceHead, targetHead } from './range.ts'

/**
 * Adds to-do items for the open merge requests that a push made conflicting, for their authors and the users who
 * enabled auto-merge. GitLab 18 does so at the next check of the merge request (`notify_conflict?`).
 */
export function remindOfConflicts(context: Context, push: Push): void {
  const branch = branchOf(push)
  if (branch === undefined || !context.release.todos.areForConflicts) return
  const { store } = context
  const key = openListKey(push.project.id, branch)
  for (const one of store.mergeRequests.by('open_into', key).slice()) {
    const source = sourceHead(store, one)
    if (!conflicts(context, push.before, source) && conflicts(context, push.after, source)) {
      remindOfConflict(context, one)
    }
  }
  for (const one of store.mergeRequests.by('open_from', key).slice()) {
    const target = targetHead(store, one)
    if (!conflicts(context, target, push.before) && conflicts(context, target, push.after)) {
      remindOfConflict(context, one)
    }
  }
}

/** Does the same for a new merge request that has conflicts. */
export function remindOfFirstConflict(context: Context, mergeRequest: MergeRequestRecord): void {
  const { store, release } = context
  if (!release.todos.areForConflicts) return
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (conflicts(context, target, source)) remindOfConflict(context, mergeRequest)
}

function conflicts(
  { store: { objects } }: Context,
  target: ObjectId | undefined,
  source: ObjectId | undefined,
): boolean {
  return target !== undefined && source !== undefined && hasConflicts(objects, target, source)
}

function remindOfConflict(context: Context, mergeRequest: MergeRequestRecord): void {
  const { author_id, merge_user_id, merge_when_build_succeeds } = mergeRequest
  const project = existingProject(context, mergeRequest.target_project_id)
  const target = onMergeRequest({ project, mergeRequest })
  const awaiting = merge_when_build_succeeds && merge_user_id !== null ? [merge_user_id] : []
  for (const user_id of new Set([author_id, ...awaiting])) {
    remind(context, target, { user_id, author_id: user_id, action_name: 'unmergeable' })
  }
}

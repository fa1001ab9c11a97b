import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'

/** Adds a system note with the reason for which auto-merge was cancelled, if it was and the release has such notes. */
export function noteAbortedMerge(
  context: Context,
  before: MergeRequestRecord,
  reason: string,
): void {
  const { store, release } = context
  const mergeRequest = store.mergeRequests.get(before.id)
  if (!release.abortsMerges || !before.merge_when_build_succeeds) return
  if (!mergeRequest || mergeRequest.merge_when_build_succeeds) return
  const project = existingProject(context, mergeRequest.target_project_id)
  const note = `aborted the automatic merge because ${reason}`
  addSystemNote(context, onMergeRequest({ project, mergeRequest }), note)
}

import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events.ts'
import { existingProject } from '../lookups.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'

/** What a merge request's event is about. */
export function aboutMergeRequest({ id, title }: MergeRequestRecord) {
  return { target_type: 'MergeRequest', target_id: id, target_title: title } as const
}

export function noteMerge(context: Context, mergeRequest: MergeRequestRecord): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  addSystemNote(context, onMergeRequest({ project, mergeRequest }), 'merged')
}

export function recordMerge(context: Context, mergeRequest: MergeRequestRecord): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  recordEvent(context, 'accepted', project, aboutMergeRequest(mergeRequest))
}

import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote, noteChanges } from '../tracker/system-notes.ts'
import { isWorkInProgress, withoutWorkInProgress } from './work-in-progress.ts'

/**
 * Adds a system note for each difference between two states of a merge request. A title that only
 * gets or loses its WIP has a note of its own.
 */
export function noteMergeRequestChanges(
  context: Context,
  before: MergeRequestRecord,
  after: MergeRequestRecord,
): void {
  const project = existingProject(context, after.target_project_id)
  const target = onMergeRequest({ project, mergeRequest: after })
  const note = (body: string) => addSystemNote(context, target, body)
  const { release } = context
  const [was, is] = [
    isWorkInProgress(release, before.title),
    isWorkInProgress(release, after.title),
  ]
  const isOnlyMarked =
    was !== is &&
    withoutWorkInProgress(release, before.title) === withoutWorkInProgress(release, after.title)
  if (was !== is) note(`${is ? 'marked' : 'unmarked'} as a **Work In Progress**`)
  noteChanges(context, target, isOnlyMarked ? { ...before, title: after.title } : before, after)
  for (const end of ['source', 'target'] as const) {
    const [from, to] = [before[`${end}_branch`], after[`${end}_branch`]]
    if (from !== to) note(`changed ${end} branch from \`${from}\` to \`${to}\``)
  }
}

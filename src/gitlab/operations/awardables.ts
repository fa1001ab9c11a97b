import { notFound, recordNotFound } from '../../contract/errors.ts'
import type { AwardEmojiRecord } from '../../store/models/award-emoji.ts'
import { seesIssue, seesMergeRequest, seesSnippet } from '../access/tracker-visibility.ts'
import type { ProjectContext } from '../domain/context.ts'
import { type Awardable, awardsOn, onNote } from '../domain/tracker/award-emoji.ts'
import { seesNote } from '../domain/tracker/cross-references.ts'
import { type Noteable, onIssue, onMergeRequest, onSnippet } from '../domain/tracker/noteable.ts'

/** Returns the issue of a path as an awardable. Throws 404 where it is missing, and another 404 where it is hidden. */
export function awardableIssue(context: ProjectContext, id: number | undefined): Noteable {
  const { store, viewer, project } = context
  const issue = id === undefined ? undefined : store.issues.get(id)
  if (issue?.project_id !== project.id || issue.deleted_at !== null) throw recordNotFound()
  if (!seesIssue(viewer, project, issue)) throw notFound('Award Emoji')
  return onIssue({ project, issue })
}

export function awardableMergeRequest(context: ProjectContext, id: number | undefined): Noteable {
  const { store, viewer, project } = context
  const mergeRequest = id === undefined ? undefined : store.mergeRequests.get(id)
  const isThere = mergeRequest?.target_project_id === project.id
  if (!isThere || mergeRequest.deleted_at !== null) throw recordNotFound()
  if (!seesMergeRequest(viewer, project, mergeRequest)) throw notFound('Award Emoji')
  return onMergeRequest({ project, mergeRequest })
}

export function awardableSnippet(context: ProjectContext, id: number): Noteable {
  const { store, viewer, project } = context
  const snippet = store.snippets.get(id)
  if (snippet?.project_id !== project.id) throw recordNotFound()
  if (!seesSnippet(viewer, project, snippet)) throw notFound('Award Emoji')
  return onSnippet({ project, snippet })
}

export function awardableNote(context: ProjectContext, on: Noteable, id: number): Awardable {
  const note = context.store.notes.get(id)
  const isThere = note?.noteable_type === on.type && note.noteable_id === on.id
  if (!isThere) throw recordNotFound()
  if (!seesNote(context, on.project, note)) throw notFound('Award Emoji')
  return onNote(on, note)
}

export function awardOf(
  context: ProjectContext,
  awardable: Awardable,
  id: number,
): AwardEmojiRecord {
  const award = awardsOn(context, awardable).find((one) => one.id === id)
  if (!award) throw recordNotFound()
  return award
}

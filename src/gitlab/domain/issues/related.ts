import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { commitsOf } from '../merge-requests/range.ts'
import { isOpen } from '../merge-requests/states.ts'
import { seesNote } from '../tracker/cross-references.ts'
import { referencesIn, resolveReferences } from '../tracker/references.ts'
import { issuesNamedBy } from './closing.ts'

/** Returns the open merge requests that would close an issue, of those that the caller may see. */
export function mergeRequestsClosing(context: Context, issue: IssueRecord): MergeRequestRecord[] {
  const mentions = context.store.notes
    .by('noteable', targetKey('Issue', issue.id))
    .filter(({ system, body }) => system && body.startsWith('mentioned in merge request '))
  if (mentions.length === 0) return []
  const named = mergeRequestsIn(
    context,
    issue,
    mentions.map(({ body }) => body),
  )
  return named.filter(
    (one) => isOpen(one) && issuesNamedBy(context, one).some(({ id }) => id === issue.id),
  )
}

/** Returns the merge requests that an issue's text or notes refer to, of those that the caller may see, by id. */
export function relatedMergeRequests(context: Context, issue: IssueRecord): MergeRequestRecord[] {
  const project = existingProject(context, issue.project_id)
  const notes = context.store.notes
    .by('noteable', targetKey('Issue', issue.id))
    .filter((note) => seesNote(context, project, note))
  return mergeRequestsIn(context, issue, [
    issue.title,
    issue.description ?? '',
    ...notes.map(({ body }) => body),
  ])
}

/** Returns the issues that a merge request, its commits or its comments refer to, of those that the caller may see. */
export function relatedIssues(context: Context, mergeRequest: MergeRequestRecord): IssueRecord[] {
  const { store } = context
  const project = existingProject(context, mergeRequest.target_project_id)
  const notes = store.notes
    .by('noteable', targetKey('MergeRequest', mergeRequest.id))
    .filter((note) => !note.system && seesNote(context, project, note))
  const texts = [
    mergeRequest.title,
    mergeRequest.description ?? '',
    ...commitsOf(store, mergeRequest).map(({ message }) => message),
    ...notes.map(({ body }) => body),
  ]
  const references = texts.flatMap((text) => referencesIn(text, context))
  const found = resolveReferences(context, project, references).flatMap((one) =>
    one.type === 'Issue' ? [one.issue] : [],
  )
  return [...new Set(found)].sort((a, b) => a.id - b.id)
}

function mergeRequestsIn(
  context: Context,
  issue: IssueRecord,
  texts: readonly string[],
): MergeRequestRecord[] {
  const project = existingProject(context, issue.project_id)
  const references = texts
    .flatMap((text) => referencesIn(text, context))
    .filter(({ kind }) => kind === 'merge request')
  const found = resolveReferences(context, project, references).flatMap((one) =>
    one.type === 'MergeRequest' ? [one.mergeRequest] : [],
  )
  return [...new Set(found)].sort((a, b) => a.id - b.id)
}

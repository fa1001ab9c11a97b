import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { isOpen } from '../merge-requests/states.ts'
import { referencesIn, resolveReferences } from '../tracker/references.ts'
import { issuesNamedBy } from './closing.ts'

/** The open merge requests that close an issue when they are merged, as far as the caller sees them. */
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

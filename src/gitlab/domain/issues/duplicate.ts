import type { IssueRecord } from '../../../store/models/issue.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { onIssue } from '../tracker/noteable.ts'
import { projectReference } from '../tracker/references.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { addIssueLink } from './links.ts'
import { changeIssueState } from './state-change.ts'

/**
 * Closes an issue as a duplicate of another one, with a system note on each, and links the two
 * (app/services/issues/duplicate_service.rb).
 */
export function markAsDuplicate(
  context: Context,
  duplicate: IssueRecord,
  canonical: IssueRecord,
): void {
  noteOn(
    context,
    duplicate,
    (reference) => `marked this issue as a duplicate of ${reference}`,
    canonical,
  )
  noteOn(
    context,
    canonical,
    (reference) => `marked ${reference} as a duplicate of this issue`,
    duplicate,
  )
  const { issues } = context.store
  const noted = issues.get(duplicate.id) ?? duplicate
  if (noted.state !== 'closed') changeIssueState(context, noted, 'close')
  addIssueLink(context, duplicate, canonical)
}

function noteOn(
  context: Context,
  issue: IssueRecord,
  textOf: (reference: string) => string,
  other: IssueRecord,
): void {
  const project = existingProject(context, issue.project_id)
  const place = projectReference(context, existingProject(context, other.project_id), project)
  addSystemNote(context, onIssue({ project, issue }), textOf(`${place}#${other.iid}`))
}

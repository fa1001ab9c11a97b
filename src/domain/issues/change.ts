import type { IssueRecord } from '../../store/models/issue.ts'
import type { Context, IssueContext } from '../context.ts'
import { differs } from '../differs.ts'
import { recordEvent } from '../events.ts'
import { onIssue } from '../tracker/noteable.ts'
import { addSystemNote, noteChanges } from '../tracker/system-notes.ts'

/** What an issue's event is about. */
export function aboutIssue({ id, title }: IssueRecord) {
  return { target_type: 'Issue', target_id: id, target_title: title } as const
}

/** Changes what differs; each change that concerns its readers is noted. Returns it as it is then. */
export function changeIssue(
  context: IssueContext,
  issue: IssueRecord,
  changes: Partial<IssueRecord>,
): IssueRecord {
  if (!differs(issue, changes)) return issue
  const { store, now } = context
  const changed = store.issues.replace(issue, { ...changes, updated_at: now })
  noteChanges(context, onIssue(context), issue, changed)
  if (changed.confidential !== issue.confidential) {
    const what = changed.confidential ? 'confidential' : 'visible'
    addSystemNote(context, onIssue(context), `made the issue ${what}`)
  }
  return changed
}

/** Document 2, Issue states: closing what is closed and reopening what is open changes nothing. */
export function setState(
  context: IssueContext,
  issue: IssueRecord,
  event: 'close' | 'reopen',
): IssueRecord {
  const state = event === 'close' ? 'closed' : 'opened'
  if (issue.state === state) return issue
  const happened = event === 'close' ? 'closed' : 'reopened'
  const changed = context.store.issues.replace(issue, { state, updated_at: context.now })
  addSystemNote(context, onIssue(context), happened)
  recordEvent(context, happened, context.project, aboutIssue(issue))
  return changed
}

/** Closes an issue in the caller's name, with a system note of its own, as a move or a merge does. */
export function closeIssueWithNote(
  context: Context,
  issue: IssueRecord,
  body: string,
): IssueRecord {
  const project = context.store.projects.get(issue.project_id)
  if (!project) throw new Error(`The issue ${issue.id} is in a project that is not there.`)
  const wasOpen = issue.state === 'opened'
  const changed = context.store.issues.replace(issue, { state: 'closed' })
  addSystemNote(context, onIssue({ project, issue }), body)
  if (wasOpen) recordEvent(context, 'closed', project, aboutIssue(issue))
  return changed
}

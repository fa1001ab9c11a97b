import type { IssueRecord } from '../../store/models/issue.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events.ts'
import { existingProject } from '../lookups.ts'
import { next } from '../state-table.ts'
import { aboutIssue } from '../tracker/events.ts'
import { onIssue } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { settleTodos } from '../tracker/todos.ts'
import { type IssueStateEvent, issueStates } from './states.ts'

const happened = { close: 'closed', reopen: 'reopened' } as const

/**
 * Closes or reopens an issue in the caller's name, where its state allows it, and records the event.
 * `note` is the text of the system note; null for none.
 * Whoever closes an issue has done their todos on it.
 */
export function changeIssueState(
  context: Context,
  issue: IssueRecord,
  event: IssueStateEvent,
  note: string | null = happened[event],
): IssueRecord {
  const state = next(issueStates, issue.state, event)
  if (state === undefined) return issue
  const { store, now } = context
  const project = existingProject(context, issue.project_id)
  const changed = store.issues.replace(issue, { state, updated_at: now })
  const target = onIssue({ project, issue })
  if (note !== null) addSystemNote(context, target, note)
  recordEvent(context, happened[event], project, aboutIssue(issue))
  if (event === 'close') settleTodos(context, target)
  return changed
}

import type { IssueRecord } from '../../../store/models/issue.ts'
import type { StateSource } from '../../../store/models/resource-event.ts'
import {
  applyConsequences,
  type Context,
  type Following,
  fireHooks,
  type IssueStateChange,
} from '../context.ts'
import { recordEvent } from '../events.ts'
import { existingProject } from '../lookups.ts'
import { next } from '../state-table.ts'
import { aboutIssue } from '../tracker/events.ts'
import { onIssue } from '../tracker/noteable.ts'
import { recordState } from '../tracker/resource-events.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { settleTodos } from '../tracker/todos.ts'
import { type IssueStateEvent, issueStates } from './states.ts'

const happened = { close: 'closed', reopen: 'reopened' } as const

/**
 * Closes or reopens an issue in the caller's name where its state allows that, with `consequences.issueStateChanged`.
 * @param note the text of the system note; null for none
 */
export function changeIssueState(
  context: Context,
  issue: IssueRecord,
  event: IssueStateEvent,
  note: string | null = happened[event],
  source?: StateSource,
): IssueRecord {
  const state = next(issueStates, issue.state, event)
  if (state === undefined) return issue
  const { store, viewer, now, consequences } = context
  const closing =
    state === 'closed'
      ? { closed_at: now, closed_by_id: viewer.signedIn().id }
      : { closed_at: null, closed_by_id: null }
  const changed = store.issues.replace(issue, { state, ...closing, updated_at: now })
  const change = { issue: changed, before: issue, event, note, source }
  applyConsequences(consequences.issueStateChanged, context, change)
  return changed
}

/** The consequences of a state change, in order. */
export const afterIssueState: Following<Context, IssueStateChange> = [
  noteIssueState,
  recordIssueState,
  recordIssueStateEvent,
  settleTodosOfClosedIssue,
  fireIssueState,
]

function noteIssueState(context: Context, { issue, note }: IssueStateChange): void {
  if (note !== null) addSystemNote(context, targetOf(context, issue), note)
}

function recordIssueState(context: Context, { issue, event }: IssueStateChange): void {
  const project = existingProject(context, issue.project_id)
  recordEvent(context, happened[event], project, aboutIssue(issue))
}

function recordIssueStateEvent(context: Context, { issue, event, source }: IssueStateChange): void {
  recordState(context, 'Issue', issue, happened[event], source)
}

/** Marks the closing user's to-do items on an issue as done. */
function settleTodosOfClosedIssue(context: Context, { issue, event }: IssueStateChange): void {
  if (event === 'close') settleTodos(context, targetOf(context, issue))
}

function fireIssueState(context: Context, { issue, before, event }: IssueStateChange): void {
  const user = context.viewer.signedIn()
  fireHooks(context, { kind: 'issue', action: event, issue, before, user })
}

function targetOf(context: Context, issue: IssueRecord) {
  return onIssue({ project: existingProject(context, issue.project_id), issue })
}

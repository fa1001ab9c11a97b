import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import {
  applyConsequences,
  type Context,
  fireHooks,
  type MergeRequestStateChange,
  type SystemContext,
} from '../context.ts'
import { recordEvent } from '../events.ts'
import { existingProject } from '../lookups.ts'
import { next } from '../state-table.ts'
import { aboutMergeRequest } from '../tracker/events.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { recordState } from '../tracker/resource-events.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { settleTodos } from '../tracker/todos.ts'
import { noteAbortedMerge } from './aborted-merges.ts'
import { rangeFields, sourceHead, targetHead } from './range.ts'
import { unscheduledBy } from './scheduled-states.ts'
import { mergeRequestStates } from './states.ts'
import { recordVersion } from './versions.ts'

const happened = { close: 'closed', reopen: 'reopened' } as const

/**
 * Closes or reopens a merge request in the caller's name where its state allows that, with
 * `consequences.mergeRequestStateChanged`.
 */
export function changeMergeRequestState(
  context: Context,
  mergeRequest: MergeRequestRecord,
  event: 'close' | 'reopen',
): MergeRequestRecord {
  const state = next(mergeRequestStates, mergeRequest.state, event)
  if (state === undefined) return mergeRequest
  const { store, now, consequences } = context
  const changed = store.mergeRequests.replace(mergeRequest, {
    ...branchesAfter(context, mergeRequest, event),
    ...closingAfter(context, event),
    state,
    updated_at: now,
  })
  if (event === 'reopen') recordVersion(context, changed)
  else noteAbortedMerge(context, mergeRequest, 'merge request was closed')
  const change = { mergeRequest: changed, before: mergeRequest, event }
  applyConsequences(consequences.mergeRequestStateChanged, context, change)
  return changed
}

/**
 * Resets a merge request to opened without consequences, so that it follows its branches. Used where a seed lists one
 * as open that its own commits have merged.
 */
export function resetToOpened({ store }: SystemContext, mergeRequest: MergeRequestRecord): void {
  store.mergeRequests.replace(mergeRequest, {
    state: 'opened',
    merge_user_id: null,
    merged_at: null,
    closed_by_id: null,
    closed_at: null,
    head_sha: null,
    base_sha: null,
  })
}

export function noteMergeRequestState(
  context: Context,
  { mergeRequest, event }: MergeRequestStateChange,
): void {
  addSystemNote(context, targetOf(context, mergeRequest), happened[event])
}

export function recordMergeRequestState(
  context: Context,
  { mergeRequest, event }: MergeRequestStateChange,
): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  recordEvent(context, happened[event], project, aboutMergeRequest(mergeRequest))
}

export function recordMergeRequestStateEvent(
  context: Context,
  { mergeRequest, event }: MergeRequestStateChange,
): void {
  recordState(context, 'MergeRequest', mergeRequest, happened[event])
}

/** Marks the closing user's to-do items on a merge request as done. */
export function settleTodosOfClosedMergeRequest(
  context: Context,
  { mergeRequest, event }: MergeRequestStateChange,
): void {
  if (event === 'close') settleTodos(context, targetOf(context, mergeRequest))
}

export function fireMergeRequestState(
  context: Context,
  { mergeRequest, before, event }: MergeRequestStateChange,
): void {
  const change = { action: event, before, user: context.viewer.signedIn() }
  fireHooks(context, { kind: 'merge_request', mergeRequest, ...change })
}

function targetOf(context: Context, mergeRequest: MergeRequestRecord) {
  const project = existingProject(context, mergeRequest.target_project_id)
  return onMergeRequest({ project, mergeRequest })
}

/** Returns who closed it and when. Closing also clears the merge error. */
function closingAfter(
  { viewer, now }: Context,
  event: 'close' | 'reopen',
): Partial<MergeRequestRecord> {
  return event === 'close'
    ? { closed_by_id: viewer.signedIn().id, closed_at: now, merge_error: null }
    : { closed_by_id: null, closed_at: null }
}

/**
 * Returns the changes of the head and base: closing records them, and reopening follows the branches again where they
 * exist.
 */
function branchesAfter(
  { store }: Context,
  mergeRequest: MergeRequestRecord,
  event: 'close' | 'reopen',
): Partial<MergeRequestRecord> {
  switch (event) {
    case 'close':
      return { ...unscheduledBy('close', mergeRequest), ...rangeFields(store, mergeRequest) }
    case 'reopen':
      return {
        head_sha: sourceHead(store, mergeRequest) ? null : mergeRequest.head_sha,
        base_sha: targetHead(store, mergeRequest) ? null : mergeRequest.base_sha,
      }
  }
}

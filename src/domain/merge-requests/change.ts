import { type MergeRequestRecord, unscheduled } from '../../store/models/merge-request.ts'
import type { MergeRequestContext } from '../context.ts'
import { differs } from '../differs.ts'
import { recordEvent } from '../events.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote, noteChanges } from '../tracker/system-notes.ts'
import { aboutMergeRequest } from './merge-completion.ts'
import { isOpen, remembered, sourceHead, targetHead } from './range.ts'
import { isWorkInProgress, withoutWorkInProgress } from './work-in-progress.ts'

type Changing = MergeRequestContext

/** The state that an event leads to; closing what is not open and reopening what is not closed does nothing. */
export function stateAfter(
  mergeRequest: MergeRequestRecord,
  event: 'close' | 'reopen' | undefined,
): MergeRequestRecord['state'] {
  if (event === 'close' && isOpen(mergeRequest)) return 'closed'
  if (event === 'reopen' && mergeRequest.state === 'closed') return 'reopened'
  return mergeRequest.state
}

/**
 * Closes or reopens. A closed one remembers what its branches were at; a reopened one follows them
 * again, as far as they are there.
 */
export function enterState(
  context: Changing,
  mergeRequest: MergeRequestRecord,
  state: MergeRequestRecord['state'],
): MergeRequestRecord {
  if (state === mergeRequest.state) return mergeRequest
  const { store, project, now } = context
  const happened = state === 'closed' ? 'closed' : 'reopened'
  const changed = store.mergeRequests.replace(mergeRequest, {
    ...(state === 'closed'
      ? { ...unscheduled, ...remembered(store, mergeRequest) }
      : {
          head_sha: sourceHead(store, mergeRequest) ? null : mergeRequest.head_sha,
          base_sha: targetHead(store, mergeRequest) ? null : mergeRequest.base_sha,
        }),
    state,
    updated_at: now,
  })
  addSystemNote(context, onMergeRequest({ project, mergeRequest }), happened)
  recordEvent(context, happened, project, aboutMergeRequest(mergeRequest))
  return changed
}

/** Changes what differs; each change that concerns its readers is noted. */
export function changeMergeRequest(
  context: Changing,
  mergeRequest: MergeRequestRecord,
  changes: Partial<MergeRequestRecord>,
): MergeRequestRecord {
  if (!differs(mergeRequest, changes)) return mergeRequest
  const { store, now } = context
  const isMoved =
    (changes.source_branch ?? mergeRequest.source_branch) !== mergeRequest.source_branch
  const changed = store.mergeRequests.replace(mergeRequest, {
    ...changes,
    // Both branches are there: it was checked. Another head was not what a merge was scheduled for.
    ...(isMoved ? { head_sha: null } : {}),
    ...(isMoved && mergeRequest.merge_when_build_succeeds ? unscheduled : {}),
    ...(changes.target_branch === undefined ? {} : { base_sha: null }),
    updated_at: now,
  })
  noteAll(context, mergeRequest, changed)
  return store.mergeRequests.get(changed.id) ?? changed
}

/** A title that only gets or loses its WIP has its own note. */
function noteAll(context: Changing, before: MergeRequestRecord, after: MergeRequestRecord): void {
  const noteable = onMergeRequest(context)
  const note = (body: string) => addSystemNote(context, noteable, body)
  const [was, is] = [isWorkInProgress(before.title), isWorkInProgress(after.title)]
  const isOnlyMarked =
    was !== is && withoutWorkInProgress(before.title) === withoutWorkInProgress(after.title)
  if (was !== is) note(`${is ? 'marked' : 'unmarked'} as a **Work In Progress**`)
  noteChanges(context, noteable, isOnlyMarked ? { ...before, title: after.title } : before, after)
  for (const end of ['source', 'target'] as const) {
    const [from, to] = [before[`${end}_branch`], after[`${end}_branch`]]
    if (from !== to) note(`changed ${end} branch from \`${from}\` to \`${to}\``)
  }
}

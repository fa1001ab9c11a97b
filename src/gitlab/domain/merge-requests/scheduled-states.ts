import { type MergeRequestRecord, unscheduled } from '../../../store/models/merge-request.ts'
import { next, type StateTable } from '../state-table.ts'

/** Whether a merge waits for the pipeline of the source head: `merge_when_build_succeeds`. */
export type ScheduledState = 'scheduled' | 'unscheduled'

/**
 * The transitions of auto-merge. Scheduling again only changes the options; cancelling without a scheduled merge is
 * 406 (cancelMergeWhenBuildSucceeds).
 */
export const scheduledMergeStates = {
  schedule: { from: ['unscheduled', 'scheduled'], to: 'scheduled' },
  cancel: { from: ['scheduled'], to: 'unscheduled' },
  merge: { from: ['scheduled'], to: 'unscheduled' },
  close: { from: ['scheduled'], to: 'unscheduled' },
  /** A push to the source branch, or a new source branch: the merge was scheduled for the former head. */
  moveHead: { from: ['scheduled'], to: 'unscheduled' },
} as const satisfies StateTable<ScheduledState>

export type ScheduledMergeEvent = keyof typeof scheduledMergeStates

/** Returns the state after an event; undefined where the state does not allow it. */
export function scheduledStateAfter(
  { merge_when_build_succeeds }: MergeRequestRecord,
  event: ScheduledMergeEvent,
): ScheduledState | undefined {
  const state: ScheduledState = merge_when_build_succeeds ? 'scheduled' : 'unscheduled'
  return next(scheduledMergeStates, state, event)
}

/**
 * Returns the changes of a merge request by an event; none where no merge is scheduled, or the event does not end it.
 */
export function unscheduledBy(
  event: Exclude<ScheduledMergeEvent, 'schedule'>,
  mergeRequest: MergeRequestRecord,
): Partial<MergeRequestRecord> {
  return scheduledStateAfter(mergeRequest, event) === 'unscheduled' ? unscheduled : {}
}

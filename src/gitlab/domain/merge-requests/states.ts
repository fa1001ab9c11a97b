import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { next, type StateTable } from '../state-table.ts'

/**
 * The transitions of `state_event` (updateMergeRequest), which ignores events that the state does not allow, and of
 * mergeMergeRequest, which answers 406 then.
 * A reopened merge request counts as open.
 */
export const mergeRequestStates = {
  close: { from: ['opened', 'reopened'], to: 'closed' },
  reopen: { from: ['closed'], to: 'reopened' },
  merge: { from: ['opened', 'reopened'], to: 'merged' },
} as const satisfies StateTable<MergeRequestRecord['state']>

/** Whether the state permits a merge. A closed or merged one no longer follows its branches. */
export function isOpen({ state }: Pick<MergeRequestRecord, 'state'>): boolean {
  return next(mergeRequestStates, state, 'merge') !== undefined
}

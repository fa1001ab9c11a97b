import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { next, type StateTable } from '../state-table.ts'

/**
 * `state_event` of updateMergeRequest, where an event that the state does not allow changes nothing,
 * and mergeMergeRequest, which answers 406 then. What was reopened is open as well.
 */
export const mergeRequestStates = {
  close: { from: ['opened', 'reopened'], to: 'closed' },
  reopen: { from: ['closed'], to: 'reopened' },
  merge: { from: ['opened', 'reopened'], to: 'merged' },
} as const satisfies StateTable<MergeRequestRecord['state']>

/** Whether it can be merged by its state; once closed or merged, it does not follow its branches. */
export function isOpen({ state }: Pick<MergeRequestRecord, 'state'>): boolean {
  return next(mergeRequestStates, state, 'merge') !== undefined
}

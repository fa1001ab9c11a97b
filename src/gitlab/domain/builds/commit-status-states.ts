import type { CommitStatusRecord } from '../../../store/models/commit-status.ts'
import type { StateTable } from '../state-table.ts'

export type CommitStatusState = CommitStatusRecord['status']

/**
 * The states of a commit status, and what changes them. A finished one stays as it is: the next
 * status of its name is a new one.
 */
export const commitStatusStates = {
  run: { from: ['pending'], to: 'running' },
  succeed: { from: ['pending', 'running'], to: 'success' },
  fail: { from: ['pending', 'running'], to: 'failed' },
  cancel: { from: ['pending', 'running'], to: 'canceled' },
} as const satisfies StateTable<CommitStatusState>

/** The event that a posted `state` stands for; none leads back to `pending`. */
export const eventOfState = {
  pending: undefined,
  running: 'run',
  success: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
} as const satisfies Record<CommitStatusState, keyof typeof commitStatusStates | undefined>

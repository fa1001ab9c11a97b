import type { StateTable } from '../state-table.ts'

/**
 * Whether a merge waits for the pipeline of the source head (`merge_when_build_succeeds`). To
 * schedule it again changes its options only.
 */
export const scheduledMergeStates = {
  schedule: { from: ['unscheduled', 'scheduled'], to: 'scheduled' },
  cancel: { from: ['scheduled'], to: 'unscheduled' },
  merge: { from: ['scheduled', 'unscheduled'], to: 'unscheduled' },
  close: { from: ['scheduled', 'unscheduled'], to: 'unscheduled' },
  moveSourceHead: { from: ['scheduled', 'unscheduled'], to: 'unscheduled' },
} as const satisfies StateTable<'scheduled' | 'unscheduled'>

import type { RowsOf } from '../row.ts'

const reads = {
  who: 'sees the project',
  from: 20,
  reason: 'Merge requests of a private project are read from reporter up: they show code.',
} as const

export const rows = {
  getApprovals: reads,
  approveMergeRequest: { who: 'developer' },
  unapproveMergeRequest: {
    who: 'developer',
    answered: 404,
    reason: 'Nobody has approved it: whoever may is answered 404.',
  },
  resetApprovals: {
    who: 'administrator',
    of: 'the project',
    hiddenBelow: 20,
    answered: 401,
    refusal: 401,
    administrators: 'may',
    reason: 'Bots of the project alone; of the callers here that is nobody.',
  },
  getApprovalState: reads,
} satisfies RowsOf<'Approvals'>

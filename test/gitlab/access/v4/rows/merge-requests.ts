import type { RowsOf } from '../row.ts'

const reads = {
  who: 'sees the project',
  from: 20,
  reason: 'Merge requests of a private project are read from reporter up: they show code.',
} as const

export const rows = {
  listOwnMergeRequests: { who: 'everyone', parameters: { scope: 'all' } },
  listMergeRequestsOfGroup: { who: 'sees the group' },
  listMergeRequests: reads,
  createMergeRequest: {
    who: 'developer',
    parameters: { source_branch: 'more', target_branch: 'master', title: 'New' },
  },
  getMergeRequest: reads,
  updateMergeRequest: { who: 'developer', parameters: { title: 'Changed' } },
  deleteMergeRequest: { who: 'owner of the project' },
} satisfies RowsOf<'Merge requests'>

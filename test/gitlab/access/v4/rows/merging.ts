import type { RowsOf } from '../row.ts'

/** Where what may not be read counts as missing. */
const merges = {
  who: 'developer',
  hiddenBelow: 20,
  refusal: 401,
  reason: 'Whoever may push to the target branch; the others are a 401.',
} as const

export const rows = {
  mergeMergeRequest: merges,
  cancelMergeWhenBuildSucceeds: { ...merges, path: { merge_request_iid: '2' } },
  getMergeReference: {
    who: 'sees the project',
    from: 20,
    hiddenBelow: 20,
    reason: 'Merge requests of a private project are found from reporter up.',
  },
  rebaseMergeRequest: {
    who: 'developer',
    hiddenBelow: 20,
    writesNothing: true,
    reason: 'Whoever may push to the source branch.',
  },
} satisfies RowsOf<'Merging'>

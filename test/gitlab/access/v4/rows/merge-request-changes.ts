import type { RowsOf } from '../row.ts'

const reads = {
  who: 'sees the project',
  from: 20,
  reason: 'Merge requests of a private project are read from reporter up: they show code.',
} as const

const readsSignedIn = {
  who: 'takes part',
  from: 20,
  reason: 'As the merge request itself, for who is signed in.',
} as const

/** The first commit of the first project. */
const commitId = '86dc14267fb84ba08a984284fdb829dd001f5a31'

export const rows = {
  listMergeRequestCommits: reads,
  getMergeRequestChanges: reads,
  listMergeRequestDifferences: reads,
  getRawMergeRequestDifferences: reads,
  listMergeRequestVersions: readsSignedIn,
  getMergeRequestVersion: { ...readsSignedIn, path: { version_id: '1' } },
  listMergeRequestPipelines: reads,
  createMergeRequestPipeline: { who: 'developer', path: { merge_request_iid: '2' } },
  listContextCommits: reads,
  createContextCommits: { who: 'developer', parameters: { commits: [commitId] } },
  deleteContextCommits: {
    who: 'developer',
    parameters: { commits: [commitId] },
    answered: 400,
    writesNothing: true,
  },
} satisfies RowsOf<'Merge request changes'>

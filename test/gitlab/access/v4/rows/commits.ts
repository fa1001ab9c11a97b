import type { RowsOf } from '../row.ts'

const actions = [{ action: 'create', file_path: 'new', content: 'a' }]

export const rows = {
  listCommits: { who: 'reads the code' },
  createCommit: {
    who: 'developer',
    parameters: { branch: 'feature', commit_message: 'Add it', actions },
  },
  getCommit: { who: 'reads the code' },
  listCommitRefs: { who: 'reads the code' },
  getCommitSequence: { who: 'reads the code' },
  getCommitSignature: { who: 'reads the code', answered: 404 },
  cherryPickCommit: {
    who: 'developer',
    path: { sha: 'more' },
    parameters: { branch: 'feature' },
  },
  revertCommit: { who: 'developer', path: { sha: 'more' }, parameters: { branch: 'more' } },
  listCommitDifferences: { who: 'reads the code' },
  listCommitComments: { who: 'reads the code' },
  createCommitComment: {
    who: 'reads the code',
    beyond: 'signed in',
    parameters: { note: 'Nice.' },
  },
  listMergeRequestsOfCommit: { who: 'reads the code' },
} satisfies RowsOf<'Commits'>

import type { RowsOf } from '../row.ts'

export const rows = {
  listCommitStatuses: {
    who: 'reads the code',
    beyond: 'signed in',
    reason: 'Reporters read statuses, and whoever is signed in where the project is open.',
  },
  createCommitStatus: {
    who: 'developer',
    path: { sha: 'feature' },
    parameters: { state: 'success', name: 'lint' },
  },
} satisfies RowsOf<'Commit statuses'>

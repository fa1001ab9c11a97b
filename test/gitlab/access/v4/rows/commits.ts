import type { RowsOf } from '../row.ts'

export const rows = {
  listCommits: { who: 'reads the code' },
  listCommitDifferences: { who: 'reads the code' },
} satisfies RowsOf<'Commits'>

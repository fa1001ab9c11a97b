import type { RowsOf } from '../row.ts'

export const rows = {
  listBranches: { who: 'reads the code' },
  getBranch: { who: 'reads the code' },
  createBranch: { who: 'developer', parameters: { branch: 'new', ref: 'master' } },
  deleteBranch: { who: 'developer' },
  protectBranch: { who: 'maintainer' },
  unprotectBranch: { who: 'maintainer', path: { branch: 'waiting' } },
  deleteMergedBranches: { who: 'developer' },
} satisfies RowsOf<'Branches'>

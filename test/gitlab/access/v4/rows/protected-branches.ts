import type { RowsOf } from '../row.ts'

const path = { name: 'kept-*' }

export const rows = {
  listProtectedBranches: { who: 'reads the code' },
  getProtectedBranch: { who: 'reads the code', path },
  createProtectedBranch: { who: 'maintainer', parameters: { name: '*-stable' } },
  updateProtectedBranch: { who: 'maintainer', path, parameters: { allow_force_push: true } },
  deleteProtectedBranch: { who: 'maintainer', path },
} satisfies RowsOf<'Protected branches'>

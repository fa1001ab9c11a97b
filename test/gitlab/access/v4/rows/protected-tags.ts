import type { RowsOf } from '../row.ts'

const path = { name: 'kept-*' }

export const rows = {
  listProtectedTags: { who: 'maintainer' },
  getProtectedTag: { who: 'maintainer', path },
  createProtectedTag: { who: 'maintainer', parameters: { name: 'release-*' } },
  deleteProtectedTag: { who: 'maintainer', path },
} satisfies RowsOf<'Protected tags'>

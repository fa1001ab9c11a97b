import type { RowsOf } from '../row.ts'

/** A blob of the permission world: a letter and a line end. */
const path = { sha: '78981922613b2afb6025042ff6bd878ac1994e85' }

export const rows = {
  listTree: { who: 'reads the code' },
  getBlob: { who: 'reads the code', path },
  getRawBlob: { who: 'reads the code', path },
  getArchive: { who: 'reads the code' },
  getArchiveOfFormat: { who: 'reads the code', path: { format: 'zip' } },
  compareRevisions: { who: 'reads the code', parameters: { from: 'master', to: 'feature' } },
  listContributors: { who: 'reads the code' },
  getMergeBase: { who: 'reads the code', parameters: { refs: ['master', 'feature'] } },
} satisfies RowsOf<'Repositories'>

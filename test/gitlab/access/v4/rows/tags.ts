import type { RowsOf } from '../row.ts'

export const rows = {
  listTags: { who: 'reads the code' },
  getTag: { who: 'reads the code' },
  createTag: { who: 'developer', parameters: { tag_name: 'new', ref: 'master' } },
  deleteTag: { who: 'developer' },
  getTagSignature: { who: 'reads the code', answered: 404 },
} satisfies RowsOf<'Tags'>

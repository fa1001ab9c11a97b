import type { RowsOf } from '../row.ts'

export const rows = {
  search: { who: 'signed in', parameters: { scope: 'projects', search: 'site' } },
  searchGroup: {
    who: 'sees the group',
    beyond: 'signed in',
    parameters: { scope: 'issues', search: 'a' },
  },
  searchProject: {
    who: 'sees the project',
    beyond: 'signed in',
    parameters: { scope: 'issues', search: 'a' },
  },
} satisfies RowsOf<'Search'>

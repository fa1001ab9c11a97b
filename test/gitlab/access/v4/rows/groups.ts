import type { RowsOf } from '../row.ts'

export const rows = {
  listGroups: { who: 'everyone' },
  createGroup: {
    who: 'signed in',
    parameters: { name: 'New', path: 'new-group' },
    refusesExternal: true,
  },
  getGroup: { who: 'sees the group' },
  updateGroup: { who: 'owner of the group', parameters: { description: 'Ours' } },
  deleteGroup: { who: 'owner of the group' },
  restoreGroup: { who: 'owner of the group', answered: 400 },
  listSubgroups: { who: 'sees the group' },
  listDescendantGroups: { who: 'sees the group' },
  listGroupProjects: { who: 'sees the group' },
  archiveGroup: { who: 'owner of the group' },
  unarchiveGroup: { who: 'owner of the group', answered: 422, writesNothing: true },
} satisfies RowsOf<'Groups'>

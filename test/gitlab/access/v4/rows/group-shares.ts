import type { RowsOf } from '../row.ts'

export const rows = {
  shareGroup: { who: 'owner of the group', parameters: { group_id: 50, group_access: 20 } },
  unshareGroup: { who: 'owner of the group', path: { group_id: '50' }, answered: 404 },
  listSharedGroupsOfGroup: { who: 'sees the group' },
  listInvitedGroupsOfGroup: { who: 'sees the group' },
  listInvitedGroupsOfProject: { who: 'sees the project' },
  listShareLocationsOfProject: { who: 'takes part' },
} satisfies RowsOf<'Group shares'>

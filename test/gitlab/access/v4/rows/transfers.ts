import type { RowsOf } from '../row.ts'

export const rows = {
  transferProjectToGroup: { who: 'administrator', path: { project_id: '3' } },
  // Owners of the group who may create groups at the root: all of them here; it is at the root already.
  transferGroup: { who: 'owner of the group', answered: 400 },
  listTransferLocationsOfGroup: { who: 'owner of the group' },
  transferProject: { who: 'owner of the project', parameters: { namespace: 50 }, answered: 400 },
  listTransferLocationsOfProject: { who: 'owner of the project' },
} satisfies RowsOf<'Transfers'>

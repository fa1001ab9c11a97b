import type { RowsOf } from '../row.ts'

const path = { key: 'TOKEN' }
const parameters = { key: 'NEW', value: 'a' }

export const rows = {
  listProjectVariables: { who: 'maintainer' },
  getProjectVariable: { who: 'maintainer', path },
  createProjectVariable: { who: 'maintainer', parameters },
  updateProjectVariable: { who: 'maintainer', path, parameters: { value: 'b' } },
  deleteProjectVariable: { who: 'maintainer', path },
  listGroupVariables: { who: 'owner of the group' },
  getGroupVariable: { who: 'owner of the group', path },
  createGroupVariable: { who: 'owner of the group', parameters },
  updateGroupVariable: { who: 'owner of the group', path, parameters: { value: 'b' } },
  deleteGroupVariable: { who: 'owner of the group', path },
} satisfies RowsOf<'Variables'>

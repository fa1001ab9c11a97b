import type { RowsOf } from '../row.ts'

export const rows = {
  addForkRelation: { who: 'owner of the project', path: { forked_from_id: '1' }, answered: 409 },
  getLanguages: { who: 'reads the code' },
  startHousekeeping: { who: 'maintainer', writesNothing: true },
  updateRepositorySize: { who: 'maintainer', writesNothing: true },
  getProjectStorage: { who: 'administrator' },
} satisfies RowsOf<'Project maintenance'>

import type { RowsOf } from '../row.ts'

export const rows = {
  addForkRelation: { who: 'owner of the project', path: { forked_from_id: '1' }, answered: 409 },
  getLanguages: { who: 'reads the code' },
  startHousekeeping: { who: 'maintainer', writesNothing: true },
  updateRepositorySize: { who: 'maintainer', writesNothing: true },
  getRepositorySnapshot: {
    who: 'administrator',
    of: 'the project',
    refusal: 401,
    administrators: 'may',
    reason: 'lib/api/project_snapshots.rb asks for an administrator, and answers 401.',
  },
  getFetchStatistics: { who: 'maintainer' },
  getProjectStorage: { who: 'administrator' },
} satisfies RowsOf<'Project maintenance'>

import type { RowsOf } from '../row.ts'

/** The jobs of olga/own are let in, and those of no group. */
export const rows = {
  getJobTokenScope: { who: 'maintainer' },
  updateJobTokenScope: { who: 'maintainer', parameters: { enabled: true }, writesNothing: true },
  listAdmittedProjects: { who: 'maintainer' },
  admitProject: { who: 'maintainer', parameters: { target_project_id: 2 } },
  dismissProject: { who: 'maintainer', path: { target_project_id: '3' } },
  listAdmittedGroups: { who: 'maintainer' },
  admitGroup: { who: 'maintainer', parameters: { target_group_id: 50 } },
  dismissGroup: { who: 'maintainer', path: { target_group_id: '50' }, answered: 404 },
} satisfies RowsOf<'Job token scope'>

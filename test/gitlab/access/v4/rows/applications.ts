import type { RowsOf } from '../row.ts'

const redirect_uri = 'http://localhost/callback'

export const rows = {
  listApplications: { who: 'administrator' },
  createApplication: {
    who: 'administrator',
    parameters: { name: 'New', redirect_uri, scopes: 'api' },
  },
  deleteApplication: { who: 'administrator', path: { application_id: '1' } },
  renewApplicationSecret: { who: 'administrator', path: { application_id: '1' } },
} satisfies RowsOf<'Applications'>

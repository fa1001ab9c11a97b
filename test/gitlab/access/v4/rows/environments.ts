import type { RowsOf } from '../row.ts'

const path = { environment_id: '1' }
const reporter = {
  who: 'developer',
  from: 20,
  reason: 'Reporters read environments and what is deployed to them.',
} as const

export const rows = {
  listEnvironments: reporter,
  getEnvironment: { ...reporter, path },
  createEnvironment: { who: 'developer', parameters: { name: 'new' } },
  updateEnvironment: { who: 'developer', path, parameters: { description: 'New' } },
  deleteEnvironment: { who: 'developer', path },
  stopEnvironment: { who: 'developer', path: { environment_id: '3' } },
  stopStaleEnvironments: { who: 'maintainer', parameters: { before: '2017-01-01T00:00:00Z' } },
  deleteReviewApps: {
    who: 'developer',
    path: {},
    parameters: { dry_run: 'false', before: '2017-01-15T00:00:00Z' },
  },
} satisfies RowsOf<'Environments'>

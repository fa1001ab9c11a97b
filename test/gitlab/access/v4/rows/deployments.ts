import type { RowsOf } from '../row.ts'

const parameters = {
  environment: 'new',
  sha: 'feature',
  ref: 'feature',
  tag: false,
  status: 'running',
}
const reporter = {
  who: 'developer',
  from: 20,
  reason: 'Reporters read environments and what is deployed to them.',
} as const

export const rows = {
  listDeployments: reporter,
  getDeployment: reporter,
  createDeployment: { who: 'developer', parameters },
  updateDeployment: { who: 'developer', parameters: { status: 'canceled' } },
  deleteDeployment: { who: 'maintainer' },
} satisfies RowsOf<'Deployments'>

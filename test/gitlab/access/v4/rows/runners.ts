import type { RowsOf } from '../row.ts'

const path = { runner_id: '2' }
/** Nobody is told of a runner by its path: it names no project. */
const lookedAfter = {
  who: 'maintainer',
  of: 'the instance',
  reason: 'Maintainers of its project look after a runner.',
} as const
const byToken = {
  who: 'everyone',
  reason: 'The token says which runner it is, whoever sends it.',
} as const

export const rows = {
  listRunners: { who: 'signed in' },
  listAllRunners: { who: 'administrator' },
  registerRunner: { ...byToken, parameters: { token: 'acme-site-runners-token' } },
  verifyRunner: { ...byToken, parameters: { token: 'glrt-project' }, writesNothing: true },
  deleteRunnerByToken: { ...byToken, parameters: { token: 'glrt-project' } },
  resetRegistrationToken: { who: 'administrator' },
  getRunner: { ...lookedAfter, path },
  updateRunner: { ...lookedAfter, path, parameters: { description: 'Other' } },
  deleteRunner: { ...lookedAfter, path },
  listRunnerManagers: { ...lookedAfter, path },
  listJobsOfRunner: { ...lookedAfter, path },
  resetRunnerToken: { ...lookedAfter, path },
  createRunner: { who: 'administrator', parameters: { runner_type: 'instance_type' } },
  listProjectRunners: { who: 'maintainer' },
  assignRunner: { who: 'maintainer', parameters: { runner_id: 4 } },
  unassignRunner: { who: 'maintainer', path: { runner_id: '3' } },
  resetProjectRegistrationToken: { who: 'maintainer' },
  listGroupRunners: {
    who: 'owner of the group',
    from: 40,
    reason: 'Maintainers of a group see its runners.',
  },
  resetGroupRegistrationToken: { who: 'owner of the group' },
} satisfies RowsOf<'Runners'>

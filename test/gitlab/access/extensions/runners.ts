import type { ExtensionRows } from '../extensions.ts'

const path = { id: '2' }
const lookedAfter = {
  who: 'master',
  of: 'the instance',
  reason: 'Masters of its project look after a runner.',
} as const

export const rows = {
  listRunners: { who: 'signed in' },
  listAllRunners: { who: 'administrator' },
  getRunner: { ...lookedAfter, path },
  updateRunner: { ...lookedAfter, path, parameters: { description: 'Other' } },
  deleteRunner: { ...lookedAfter, path },
  listProjectRunners: { who: 'master' },
  assignRunner: { who: 'master', parameters: { runner_id: 4 } },
  unassignRunner: { who: 'master', path: { runner_id: '3' } },
} satisfies ExtensionRows

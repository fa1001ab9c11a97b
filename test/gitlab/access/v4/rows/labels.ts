import type { RowsOf } from '../row.ts'

const path = { name: 'bug' }
const ours = { name: 'ours' }
const added = { name: 'new', color: '#123456' }
const subscribes = { who: 'takes part' } as const
const subscribesToOurs = {
  who: 'sees the group',
  beyond: 'signed in',
  reason: 'Whoever sees the group and is signed in subscribes to its labels.',
} as const

export const rows = {
  listLabelsOfProject: { who: 'sees the project' },
  getLabelOfProject: { who: 'sees the project', path },
  createLabelOfProject: { who: 'planner', parameters: added },
  updateLabelOfProject: { who: 'planner', path, parameters: { new_name: 'defect' } },
  updateNamedLabelOfProject: { who: 'planner', parameters: { ...path, color: '#000000' } },
  deleteLabelOfProject: { who: 'planner', path },
  deleteNamedLabelOfProject: { who: 'planner', parameters: path },
  promoteLabel: { who: 'planner', path },
  promoteNamedLabel: { who: 'planner', parameters: path },
  subscribeToLabelOfProject: { ...subscribes, path },
  unsubscribeFromLabelOfProject: { ...subscribes, path, answered: 304 },
  listLabelsOfGroup: { who: 'sees the group', beyond: 'signed in' },
  getLabelOfGroup: { who: 'sees the group', beyond: 'signed in', path: ours },
  createLabelOfGroup: { who: 'planner of the group', parameters: added },
  updateLabelOfGroup: { who: 'planner of the group', path: ours, parameters: { new_name: 'us' } },
  updateNamedLabelOfGroup: {
    who: 'planner of the group',
    parameters: { ...ours, color: '#000000' },
  },
  deleteLabelOfGroup: { who: 'planner of the group', path: ours },
  deleteNamedLabelOfGroup: { who: 'planner of the group', parameters: ours },
  subscribeToLabelOfGroup: { ...subscribesToOurs, path: ours },
  unsubscribeFromLabelOfGroup: { ...subscribesToOurs, path: ours, answered: 304 },
} satisfies RowsOf<'Labels'>

import type { ExtensionRows } from '../extensions.ts'

const plans = {
  who: 'reporter',
  from: 20,
  reason: 'Reporters plan the project: its labels, milestones and boards.',
} as const
const reads = {
  who: 'sees the project',
  beyond: 'signed in',
  reason: 'Whoever sees the project and is signed in reads its labels, milestones and boards.',
} as const
const milestone = { path: { milestone_id: '1' } }
const list = { path: { board_id: '1', list_id: '1' } }

export const rows = {
  listLabelsOfProject: { ...reads },
  createLabelOfProject: { ...plans, parameters: { name: 'new', color: '#123456' } },
  updateNamedLabelOfProject: { ...plans, parameters: { name: 'bug', new_name: 'defect' } },
  deleteNamedLabelOfProject: { ...plans, parameters: { name: 'bug' } },
  subscribeToLabelOfProject: { who: 'takes part', path: { label_id: 'bug' } },
  unsubscribeFromLabelOfProject: { who: 'takes part', path: { label_id: 'bug' }, answered: 304 },
  listMilestonesOfProject: { ...reads },
  getMilestoneOfProject: { ...reads, ...milestone },
  listIssuesOfMilestoneOfProject: { ...reads, ...milestone },
  createMilestoneOfProject: { ...plans, parameters: { title: 'v2' } },
  updateMilestoneOfProject: { ...plans, ...milestone, parameters: { state_event: 'close' } },
  listBoardsOfProject: { ...reads },
  listBoardListsOfProject: { ...reads, ...list },
  getBoardListOfProject: { ...reads, ...list },
  createBoardListOfProject: { ...plans, ...list, parameters: { label_id: 2 } },
  updateBoardListOfProject: { ...plans, ...list, parameters: { position: 1 } },
  deleteBoardListOfProject: { ...plans, ...list },
} satisfies ExtensionRows

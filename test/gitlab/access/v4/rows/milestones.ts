import type { RowsOf } from '../row.ts'

const path = { milestone_id: '1' }
const ofGroup = { milestone_id: '2' }
const reads = {
  who: 'sees the project',
  beyond: 'signed in',
  reason: 'Whoever sees the project and is signed in reads its milestones.',
} as const
const readsOfGroup = { who: 'sees the group', beyond: 'signed in' } as const

export const rows = {
  listMilestonesOfProject: reads,
  getMilestoneOfProject: { ...reads, path },
  listIssuesOfMilestoneOfProject: { ...reads, path },
  listMergeRequestsOfMilestoneOfProject: { ...reads, path },
  createMilestoneOfProject: { who: 'planner', parameters: { title: 'v2' } },
  updateMilestoneOfProject: { who: 'planner', path, parameters: { state_event: 'close' } },
  deleteMilestoneOfProject: { who: 'planner', path },
  promoteMilestone: { who: 'planner', path },
  listMilestonesOfGroup: readsOfGroup,
  getMilestoneOfGroup: { ...readsOfGroup, path: ofGroup },
  listIssuesOfMilestoneOfGroup: { ...readsOfGroup, path: ofGroup },
  listMergeRequestsOfMilestoneOfGroup: { ...readsOfGroup, path: ofGroup },
  createMilestoneOfGroup: { who: 'planner of the group', parameters: { title: 'v2' } },
  updateMilestoneOfGroup: {
    who: 'planner of the group',
    path: ofGroup,
    parameters: { state_event: 'close' },
  },
  deleteMilestoneOfGroup: { who: 'planner of the group', path: ofGroup },
} satisfies RowsOf<'Milestones'>

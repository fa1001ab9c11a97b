import type { RowsOf } from '../row.ts'

const path = { event_id: '1' }
const ofIssue = {
  who: 'sees the project',
  beyond: 'signed in',
  reason: 'Whoever sees an issue and is signed in reads what was recorded of it.',
} as const
const ofMergeRequest = {
  who: 'reads the code',
  beyond: 'signed in',
  hiddenBelow: 20,
  reason: 'Whoever reads a merge request and is signed in reads what was recorded of it.',
} as const

export const rows = {
  listLabelEventsOfIssue: ofIssue,
  getLabelEventOfIssue: { ...ofIssue, path },
  listMilestoneEventsOfIssue: ofIssue,
  getMilestoneEventOfIssue: { ...ofIssue, path },
  listStateEventsOfIssue: ofIssue,
  getStateEventOfIssue: { ...ofIssue, path: { issue_iid: '3', event_id: '1' } },
  listLabelEventsOfMergeRequest: ofMergeRequest,
  getLabelEventOfMergeRequest: { ...ofMergeRequest, path: { event_id: '2' } },
  listMilestoneEventsOfMergeRequest: ofMergeRequest,
  getMilestoneEventOfMergeRequest: { ...ofMergeRequest, path: { event_id: '2' } },
  listStateEventsOfMergeRequest: ofMergeRequest,
  getStateEventOfMergeRequest: { ...ofMergeRequest, path, answered: 404 },
} satisfies RowsOf<'Resource events'>

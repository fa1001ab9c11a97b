import type { RowsOf } from '../row.ts'

export const rows = {
  listOwnIssues: { who: 'everyone', parameters: { scope: 'all' } },
  listIssuesOfGroup: { who: 'sees the group' },
  listIssuesOfProject: { who: 'sees the project' },
  countOwnIssues: { who: 'everyone', parameters: { scope: 'all' } },
  countIssuesOfGroup: { who: 'sees the group' },
  countIssuesOfProject: { who: 'sees the project' },
  createIssue: { who: 'takes part', parameters: { title: 'New' } },
  getIssue: { who: 'sees the project' },
  updateIssue: { who: 'planner', parameters: { title: 'Changed' } },
  deleteIssue: {
    who: 'owner of the project',
    reason: 'Owners and planners delete an issue; of the callers here that are owners.',
  },
  moveIssue: {
    who: 'planner',
    parameters: { to_project_id: 2 },
    refusal: 400,
    reason: 'Issues are moved from planner up; the refusal is a 400 with the reason.',
  },
  subscribeToIssue: { who: 'takes part' },
  unsubscribeFromIssue: { who: 'takes part', path: { issue_iid: '2' } },
  createTodoOfIssue: { who: 'takes part' },
  listParticipantsOfIssue: { who: 'sees the project' },
  listMergeRequestsRelatedToIssue: { who: 'sees the project' },
  listMergeRequestsClosingIssue: { who: 'sees the project' },
  getTimeStatsOfIssue: { who: 'sees the project' },
  setTimeEstimateOfIssue: { who: 'planner', parameters: { duration: '2h' } },
  resetTimeEstimateOfIssue: { who: 'planner', writesNothing: true },
  addSpentTimeToIssue: { who: 'planner', parameters: { duration: '2h' } },
  resetSpentTimeOfIssue: { who: 'planner', writesNothing: true },
} satisfies RowsOf<'Issues'>

import type { RowsOf } from '../row.ts'

const reads = {
  who: 'sees the project',
  from: 20,
  reason:
    'Merge requests of a private project are read from planner up: they show code. Of the callers here that is reporter.',
} as const

/** Where what may not be read counts as missing: a guest of a private project is answered 404. */
const changes = {
  who: 'developer',
  hiddenBelow: 20,
  reason: 'Developers track the time; whoever does not read merge requests does not find one.',
} as const

export const rows = {
  listOwnMergeRequests: { who: 'everyone', parameters: { scope: 'all' } },
  listMergeRequestsOfGroup: { who: 'sees the group' },
  listMergeRequests: reads,
  createMergeRequest: {
    who: 'developer',
    parameters: { source_branch: 'more', target_branch: 'master', title: 'New' },
  },
  listMergeRequestsOfDeployment: {
    who: 'developer',
    from: 20,
    reason: 'Deployments are read from reporter up.',
    path: { deployment_id: '1' },
  },
  getMergeRequest: reads,
  updateMergeRequest: { who: 'developer', parameters: { title: 'Changed' } },
  deleteMergeRequest: {
    who: 'owner of the project',
    hiddenBelow: 20,
    reason:
      'Owners of the project remove it; whoever does not read merge requests does not find it.',
  },
  listParticipantsOfMergeRequest: reads,
  listReviewersOfMergeRequest: reads,
  subscribeToMergeRequest: { who: 'developer' },
  unsubscribeFromMergeRequest: { who: 'developer', path: { merge_request_iid: '2' } },
  createTodoOfMergeRequest: {
    who: 'takes part',
    from: 20,
    reason: 'Whoever reads a merge request has it marked for themselves.',
  },
  getTimeStatsOfMergeRequest: { ...reads, hiddenBelow: 20 },
  setTimeEstimateOfMergeRequest: { ...changes, parameters: { duration: '2h' } },
  resetTimeEstimateOfMergeRequest: { ...changes, writesNothing: true },
  addSpentTimeToMergeRequest: { ...changes, parameters: { duration: '2h' } },
  resetSpentTimeOfMergeRequest: { ...changes, writesNothing: true },
  listIssuesClosedByMergeRequest: reads,
  listIssuesRelatedToMergeRequest: reads,
} satisfies RowsOf<'Merge requests'>

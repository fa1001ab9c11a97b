import type { Lists } from '../../fixture/lists/lists.ts'
import type { Filter } from './filter.ts'

/** Issues and merge requests. */
export function trackerFilters(lists: Lists): readonly Filter[] {
  return [...issueFilters(lists), ...mergeRequestFilters(lists)]
}

const issueLists = ['listOwnIssues', 'listIssuesOfGroup', 'listIssuesOfProject'] as const

function issueFilters({ issues }: Lists): readonly Filter[] {
  const { a, b, c } = { a: issues.a.id, b: issues.b.id, c: issues.c.id }
  const ofAll = issueLists.flatMap((operation): readonly Filter[] => {
    const list = { operation, field: 'id' } as const
    // Labels are those of any in a project and among the caller's own, of all in a group.
    const bothLabels =
      operation === 'listIssuesOfGroup'
        ? { keeps: [c], leavesOut: [a, b] }
        : { keeps: [a, b, c], leavesOut: [] }
    return [
      { ...list, parameter: 'state', value: 'opened', keeps: [b, c], leavesOut: [a] },
      { ...list, parameter: 'state', value: 'closed', keeps: [a], leavesOut: [b, c] },
      { ...list, parameter: 'labels', value: 'roof', keeps: [b, c], leavesOut: [a] },
      { ...list, parameter: 'labels', value: 'door', keeps: [a, c], leavesOut: [b] },
      { ...list, parameter: 'labels', value: 'roof,door', ...bothLabels },
      { ...list, parameter: 'labels', value: 'cellar', keeps: [], leavesOut: [a, b, c] },
      { ...list, parameter: 'milestone', value: 'no-such', keeps: [], leavesOut: [a, b, c] },
    ]
  })
  const byNumber = { operation: 'listIssuesOfProject', parameter: 'iid', field: 'id' } as const
  return [...ofAll, { ...byNumber, value: issues.b.iid, keeps: [b], leavesOut: [a, c] }]
}

function mergeRequestFilters({ mergeRequests }: Lists): readonly Filter[] {
  const { a, b, c } = mergeRequests
  const list = { operation: 'listMergeRequests', field: 'id' } as const
  const [open, closed] = mergeRequests.isOneClosed ? [[b.id], [c.id]] : [[b.id, c.id], []]
  const state = { ...list, parameter: 'state' }
  return [
    { ...list, parameter: 'iid', value: b.iid, keeps: [b.id], leavesOut: [a.id, c.id] },
    { ...list, parameter: 'iids', value: [b.iid, a.iid], keeps: [a.id, b.id], leavesOut: [c.id] },
    { ...state, value: 'all', keeps: [a.id, b.id, c.id], leavesOut: [] },
    { ...state, value: 'opened', keeps: open, leavesOut: [a.id, ...closed] },
    { ...state, value: 'closed', keeps: closed, leavesOut: [a.id, ...open] },
    { ...state, value: 'merged', keeps: [a.id], leavesOut: [b.id, c.id] },
  ]
}

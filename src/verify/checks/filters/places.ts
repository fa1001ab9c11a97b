import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Lists } from '../../fixture/lists/lists.ts'
import type { Filter } from './filter.ts'

const projectLists = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listAllProjects',
  'listGroupProjects',
] as const

/** Groups and projects. */
export function placeFilters(lists: Lists): readonly Filter[] {
  return [...groupFilters(lists), ...projectLists.flatMap((one) => projectFilters(one, lists))]
}

function groupFilters({ base, groups: { a, b, c } }: Lists): readonly Filter[] {
  const groups = { operation: 'listGroups', field: 'id' } as const
  return [
    { ...groups, parameter: 'search', value: base, keeps: [a, b, c], leavesOut: [] },
    { ...groups, parameter: 'search', value: `${base}-c`, keeps: [c], leavesOut: [a, b] },
    { ...groups, parameter: 'skip_groups', value: [a, b], keeps: [c], leavesOut: [a, b] },
    { ...groups, parameter: 'all_available', value: true, keeps: [a, b, c], leavesOut: [] },
  ]
}

function projectFilters(
  operation: OperationId,
  { base, projects: { a, b, c } }: Lists,
): readonly Filter[] {
  const list = { operation, field: 'id' } as const
  return [
    { ...list, parameter: 'archived', value: true, keeps: [], leavesOut: [a, b, c] },
    { ...list, parameter: 'archived', value: false, keeps: [a, b, c], leavesOut: [] },
    { ...list, parameter: 'visibility', value: 'public', keeps: [b], leavesOut: [a, c] },
    { ...list, parameter: 'visibility', value: 'internal', keeps: [c], leavesOut: [a, b] },
    { ...list, parameter: 'visibility', value: 'private', keeps: [a], leavesOut: [b, c] },
    { ...list, parameter: 'search', value: `${base}-a`, keeps: [a], leavesOut: [b, c] },
    { ...list, parameter: 'search', value: base, keeps: [a, b, c], leavesOut: [] },
  ]
}

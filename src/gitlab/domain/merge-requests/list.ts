import { mergeRequestListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { type Page, select } from '../../../store/page.ts'
import { mergeRequestOrders } from '../../../store/record-orders.ts'
import { readsMergeRequests, seesMergeRequest } from '../../access/tracker-visibility.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import type { Place } from '../place.ts'
import { projectsIn } from '../projects/in-place.ts'
import { mergeRequestOfIid } from '../tracker/iids.ts'
import { orderByRank, type RankedOrder, rankIn } from '../tracker/ranked-order.ts'
import { type Condition, conditionsOf, type MergeRequestFilters } from './filters.ts'

/** The orders in which the store indexes merge requests. */
type KeptOrder = 'created_at' | 'updated_at'

export type MergeRequestOrder = KeptOrder | RankedOrder | 'merged_at'

/** The filters and the order of a list of merge requests. Reopened ones count as open. */
export interface MergeRequestList extends MergeRequestFilters {
  readonly state: 'opened' | 'closed' | 'locked' | 'merged' | 'all'
  readonly order_by: MergeRequestOrder
  readonly sort: 'asc' | 'desc'
}

/** Returns the page of merge requests into a place's projects that the caller may see and that match the filters. */
export function mergeRequestsOf(
  context: Context,
  place: Place,
  filters: MergeRequestList,
): Page<MergeRequestRecord> {
  const { order_by, sort } = filters
  const conditions = [isSeenBy(context), ...conditionsOf(context, filters)]
  const where = (one: MergeRequestRecord) => conditions.every((is) => is(one))
  const lists = candidatesOf(context, place, filters)
  if (isKept(order_by)) return select({ lists, where, order: mergeRequestOrders[order_by], sort })
  const order =
    order_by === 'merged_at'
      ? orderByRank<MergeRequestRecord>(({ merged_at }) => merged_at, sort)
      : orderByRank(rankIn(context, 'MergeRequest', order_by), sort)
  const found = lists.flat().filter(where).sort(order)
  return { total: found.length, page: (from, to) => found.slice(from, to) }
}

/**
 * Returns the indexed lists that contain all matches: those of one user where the filters allow that, else those of
 * the projects.
 */
function candidatesOf(
  context: Context,
  place: Place,
  filters: MergeRequestList,
): readonly (readonly MergeRequestRecord[])[] {
  const { store } = context
  const { iids, written_by, assigned_to, reviewed_by, order_by } = filters
  const order = isKept(order_by) ? order_by : 'created_at'
  const isOf = isInState(filters.state)
  if (place.kind === 'instance') {
    const { mergeRequests } = store
    if (written_by !== undefined)
      return [mergeRequests.by('author_id', written_by, order).filter(isOf)]
    if (assigned_to !== undefined) {
      return [mergeRequests.by('assigned_to', assigned_to, order).filter(isOf)]
    }
    if (reviewed_by !== undefined) {
      return [mergeRequests.by('reviewed_by', reviewed_by, order).filter(isOf)]
    }
  }
  const shown = projectsIn(context, place)
  return shown.flatMap((project) =>
    iids === undefined
      ? listsOf(project)
      : numbered(context, project, iids).map((one) => [one].filter(isOf)),
  )

  function listsOf({ id }: ProjectRecord) {
    return statesOf[filters.state].map((state) =>
      store.mergeRequests.by('listed_in', mergeRequestListKey(id, state), order),
    )
  }
}

const statesOf = {
  opened: ['opened', 'reopened'],
  closed: ['closed'],
  // Merges finish within one request, so that no request sees a locked merge request.
  locked: [],
  merged: ['merged'],
  all: ['all'],
} as const satisfies Record<
  MergeRequestList['state'],
  readonly (MergeRequestRecord['state'] | 'all')[]
>

function isInState(wanted: MergeRequestList['state']): Condition {
  const states: readonly string[] = statesOf[wanted]
  return ({ state, deleted_at }) =>
    deleted_at === null && (wanted === 'all' || states.includes(state))
}

/** Returns the condition of the visible merge requests. Per project it computes only once whether all are visible. */
function isSeenBy(context: Context): Condition {
  const { viewer } = context
  const isWholeSeen = new Map<number, boolean>()
  return (one) => {
    const id = one.target_project_id
    const project = existingProject(context, id)
    const known = isWholeSeen.get(id)
    const isSeen = known ?? readsMergeRequests(viewer, project)
    if (known === undefined) isWholeSeen.set(id, isSeen)
    return isSeen || seesMergeRequest(viewer, project, one)
  }
}

/** Returns the merge requests of a project with some iids. */
function numbered(
  { store }: Context,
  project: ProjectRecord,
  iids: readonly number[],
): MergeRequestRecord[] {
  return [...new Set(iids)].flatMap((iid) => mergeRequestOfIid(store, project, iid) ?? [])
}

function isKept(order: MergeRequestOrder): order is KeptOrder {
  return order === 'created_at' || order === 'updated_at'
}

import { issueListKey } from '../../../store/list-keys.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { type Page, select } from '../../../store/page.ts'
import { issueOrders } from '../../../store/record-orders.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { hiddenIssues, hiddenProjectsOf, seesIssue } from '../../access/tracker-visibility.ts'
import { isArchived } from '../../access/viewer.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import type { Place } from '../place.ts'
import { projectsIn } from '../projects/in-place.ts'
import { issueOfIid } from '../tracker/iids.ts'
import { type Condition, conditionsOf, type IssueFilters } from './filters.ts'
import { type IssueOrder, isKept, orderOf } from './orders.ts'

/** The filters and the order of a list of issues. */
export interface IssueList extends IssueFilters {
  readonly state?: IssueRecord['state'] | 'all' | undefined
  readonly order_by: IssueOrder
  readonly sort: 'asc' | 'desc'
  /** The last issue of the previous page, as it was then; keyset pagination continues after it. */
  readonly after?: (Pick<IssueRecord, 'id'> & Partial<IssueRecord>) | undefined
}

/** Returns the page of a place's issues that the caller may see and that match the filters. */
export function issuesOf(context: Context, place: Place, filters: IssueList): Page<IssueRecord> {
  const { order_by, sort } = filters
  const { lists, isSeen, remaining } = candidatesOf(context, place, filters)
  const conditions = [
    ...isSeen,
    ...conditionsOf(context, place, remaining),
    ...conditionsAfterCursor(context, filters),
  ]
  const where =
    conditions.length === 0
      ? undefined
      : (issue: IssueRecord) => conditions.every((is) => is(issue))
  if (isKept(order_by)) return select({ lists, where, order: issueOrders[order_by], sort })
  const found = where ? lists.flat().filter(where) : lists.flat()
  const records = found.sort(orderOf(context, order_by, sort))
  return { total: records.length, page: (from, to) => records.slice(from, to) }
}

/** Returns the condition of the issues after the last one of the previous page, which may have left the list since. */
function conditionsAfterCursor(
  context: Context,
  { after, order_by, sort }: IssueList,
): Condition[] {
  const kept = after && context.store.issues.get(after.id)
  if (!kept) return []
  const last = { ...kept, ...after }
  const sign = sort === 'asc' ? 1 : -1
  const compare = isKept(order_by)
    ? (one: IssueRecord) => sign * issueOrders[order_by](one, last)
    : (one: IssueRecord) => orderOf(context, order_by, sort)(one, last)
  return [(issue) => compare(issue) > 0]
}

/** The indexed lists that contain all matches, with the conditions for what the caller may see on them. */
interface Candidates {
  readonly lists: readonly (readonly IssueRecord[])[]
  readonly isSeen: readonly Condition[]
  /** The filters that the lists do not already guarantee. */
  readonly remaining: IssueFilters
}

function candidatesOf(context: Context, place: Place, filters: IssueList): Candidates {
  const { store, viewer } = context
  const { iids, author_id, assignee_id, state = 'all', order_by } = filters
  const order = isKept(order_by) ? order_by : 'created_at'
  if (place.kind === 'instance' && iids === undefined) {
    if (author_id !== undefined && author_id === viewer.user?.id) {
      const hidden = hiddenProjectsOf(context, viewer.user)
      return {
        lists: [store.issues.by('written_by', issueListKey(author_id, state), order)],
        isSeen: hidden.size > 0 ? [({ project_id }) => !hidden.has(project_id)] : [],
        remaining: { ...filters, author_id: undefined },
      }
    }
    if (typeof assignee_id === 'number') {
      const assigned = store.issues.by('assignee_id', assignee_id, order)
      return { lists: [assigned], isSeen: [isOf(state), isSeenBy(context)], remaining: filters }
    }
  }
  const shown = projectsIn(context, place).filter(
    (one) => usesPart(viewer, one, 'issues') && !(filters.non_archived && isArchived(one)),
  )
  const hidden = new Set(shown.flatMap((project) => hiddenIssues(context, project)))
  const lookedUp = iids && iids.length * shown.length <= MAX_LOOK_UPS ? iids : undefined
  return {
    lists: shown.flatMap((project) =>
      lookedUp === undefined
        ? [store.issues.by('listed_in', issueListKey(project.id, state), order)]
        : numbered(context, project, lookedUp).map((issue) => [issue].filter(isOf(state))),
    ),
    isSeen: hidden.size > 0 ? [(issue) => !hidden.has(issue)] : [],
    remaining: { ...filters, iids: lookedUp ? undefined : iids, non_archived: undefined },
  }
}

/** The most look-ups of iids in projects; beyond that, scanning all issues takes fewer steps. */
const MAX_LOOK_UPS = 10_000

const isSeenBy =
  (context: Context): Condition =>
  (issue) =>
    seesIssue(context.viewer, existingProject(context, issue.project_id), issue)

const isOf =
  (state: IssueRecord['state'] | 'all'): Condition =>
  (issue) =>
    issue.deleted_at === null && (state === 'all' || issue.state === state)

/** Returns the issues of a project with some iids. */
function numbered(
  { store }: Context,
  project: ProjectRecord,
  iids: readonly number[],
): IssueRecord[] {
  return [...new Set(iids)].flatMap((iid) => issueOfIid(store, project, iid) ?? [])
}

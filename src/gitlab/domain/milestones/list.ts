import { forbidden } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { ancestorsOf, descendantsOf, groupsAbove } from '../../access/group-tree.ts'
import { seesIssue, seesMergeRequest } from '../../access/tracker-visibility.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import type { Holder } from '../place.ts'
import { wordTest } from '../search-words.ts'
import { orderByRank, rankIn } from '../tracker/ranked-order.ts'

/** Throws 403 for the milestones of a project where the caller can use neither issues nor merge requests. */
export function mustReadMilestones({ viewer }: Context, holder: Holder): void {
  if (holder.kind === 'group') return
  const { project } = holder
  if (usesPart(viewer, project, 'issues') || usesPart(viewer, project, 'merge_requests')) return
  throw forbidden()
}

/** The filters of the lists of milestones. Times are ISO 8601, days YEAR-MONTH-DAY. */
export interface MilestoneFilters {
  readonly state?: MilestoneRecord['state'] | 'all' | undefined
  readonly iids?: readonly number[] | undefined
  readonly title?: string | undefined
  readonly search?: string | undefined
  readonly include_ancestors?: boolean | undefined
  readonly include_descendants?: boolean | undefined
  readonly updated_before?: string | undefined
  readonly updated_after?: string | undefined
  /** A day between the start and the due date. */
  readonly containing_date?: string | undefined
}

/**
 * Returns the milestones of a project or a group by due date, those without one last, then by title. The filter by iids
 * is ignored where those of ancestor groups are included, since iids are unique per project or group.
 */
export function milestonesOf(
  context: Context,
  holder: Holder,
  filters: MilestoneFilters,
): MilestoneRecord[] {
  const { state = 'all', title, iids = [], include_ancestors } = filters
  const { updated_before, updated_after, containing_date: day } = filters
  const hasWords = wordTest(filters.search)
  return held(context, holder, filters)
    .filter((one) => state === 'all' || one.state === state)
    .filter((one) => title === undefined || one.title === title)
    .filter((one) => iids.length === 0 || include_ancestors || iids.includes(one.iid))
    .filter((one) => !hasWords || hasWords([one.title, one.description]))
    .filter((one) => updated_before === undefined || one.updated_at <= updated_before)
    .filter((one) => updated_after === undefined || one.updated_at >= updated_after)
    .filter((one) => day === undefined || holds(one, day))
    .sort(byDueDate)
}

/** Whether a day is between the dates of a milestone; without dates it is not. */
function holds({ start_date, due_date }: MilestoneRecord, day: string): boolean {
  if (start_date === null && due_date === null) return false
  return (start_date ?? day) <= day && (due_date ?? day) >= day
}

function byDueDate(a: MilestoneRecord, b: MilestoneRecord): number {
  if (a.due_date !== b.due_date) {
    if (a.due_date === null) return 1
    return b.due_date === null || a.due_date < b.due_date ? -1 : 1
  }
  if (a.title !== b.title) return a.title < b.title ? -1 : 1
  return a.id - b.id
}

function held(
  { store, viewer }: Context,
  holder: Holder,
  { include_ancestors, include_descendants }: MilestoneFilters,
): MilestoneRecord[] {
  const ofGroups = (groups: readonly { readonly id: number }[]) =>
    groups.flatMap(({ id }) => store.milestones.by('group_id', id))
  if (holder.kind === 'project') {
    return [
      ...store.milestones.by('project_id', holder.project.id),
      ...(include_ancestors ? ofGroups(groupsAbove(store, holder.project)) : []),
    ]
  }
  const { group } = holder
  const below = include_descendants ? descendantsOf(store, group) : []
  const projects = include_descendants
    ? [group, ...below].flatMap(({ id }) => store.projects.by('namespace_id', id))
    : []
  return [
    ...ofGroups([group, ...below.filter((one) => viewer.seesGroup(one))]),
    ...(include_ancestors ? ofGroups(ancestorsOf(store, group)) : []),
    ...projects
      .filter((project) => viewer.sees(project))
      .flatMap(({ id }) => store.milestones.by('project_id', id)),
  ]
}

/** Returns the issues of a milestone that the caller can see, by the priority of their labels. */
export function issuesPlannedFor(context: Context, { id }: MilestoneRecord): IssueRecord[] {
  const { store, viewer } = context
  return store.issues
    .by('milestone_id', id)
    .filter((issue) => seesIssue(viewer, existingProject(context, issue.project_id), issue))
    .sort(orderByRank(rankIn(context, 'Issue', 'label_priority'), 'asc'))
}

/** Returns the merge requests of a milestone in the same order. */
export function mergeRequestsPlannedFor(
  context: Context,
  { id }: MilestoneRecord,
): MergeRequestRecord[] {
  const { store, viewer } = context
  return store.mergeRequests
    .by('milestone_id', id)
    .filter((one) => {
      const project = existingProject(context, one.target_project_id)
      return seesMergeRequest(viewer, project, one)
    })
    .sort(orderByRank(rankIn(context, 'MergeRequest', 'label_priority'), 'asc'))
}

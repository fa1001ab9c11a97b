import { issueListKey } from '../../../store/list-keys.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { issueOrders } from '../../../store/record-orders.ts'
import { hiddenIssues, hiddenProjectsOf } from '../../access/tracker-visibility.ts'
import type { Context } from '../../domain/context.ts'
import { issueOfIid } from '../../domain/tracker/iids.ts'
import { labelTitlesIn } from '../../domain/tracker/labels.ts'
import { issueResource } from '../../resources/v3/issue.ts'
import { listSelected } from '../answers.ts'

/** The filters of the lists of issues (listIssuesOfProject). */
export interface IssueFilters {
  readonly order_by: 'created_at' | 'updated_at'
  readonly sort: 'asc' | 'desc'
  readonly iid?: number
  readonly state?: 'opened' | 'closed' | 'all'
  readonly labels?: string
  /** The title. */
  readonly milestone?: string
}

/** Whether an issue has to have one of the labels that are asked for, or every one. */
type LabelMatch = 'any label' | 'all labels'

type Condition = (issue: IssueRecord) => boolean

/** The issues of projects that the caller sees, as a list answers them. */
export function listIssuesIn(
  context: Context,
  projects: readonly ProjectRecord[],
  filters: IssueFilters,
  labelMatch: LabelMatch,
) {
  const { store, viewer } = context
  const { iid, state = 'all', order_by } = filters
  const shown = projects.filter((one) => one.issues_enabled && viewer.sees(one))
  const hidden = new Set(shown.flatMap((project) => hiddenIssues(context, project)))
  const lists = shown.map((project) =>
    iid === undefined
      ? store.issues.by('listed_in', issueListKey(project.id, state), order_by)
      : numbered(context, project, iid, state),
  )
  const isSeen: Condition[] = hidden.size > 0 ? [(issue) => !hidden.has(issue)] : []
  return listIssues(context, lists, isSeen, filters, labelMatch)
}

/** The issues that the caller wrote, without those of projects that they do not see any more. */
export function listOwnIssues(context: Context, filters: IssueFilters) {
  const { store, viewer } = context
  const { state = 'all', order_by } = filters
  const hidden = hiddenProjectsOf(context, viewer.signedIn())
  const key = issueListKey(viewer.signedIn().id, state)
  const isSeen: Condition[] = hidden.size > 0 ? [({ project_id }) => !hidden.has(project_id)] : []
  const lists = [store.issues.by('written_by', key, order_by)]
  return listIssues(context, lists, isSeen, filters, 'any label')
}

function listIssues(
  context: Context,
  lists: readonly (readonly IssueRecord[])[],
  isSeen: readonly Condition[],
  { labels, milestone, order_by, sort }: IssueFilters,
  labelMatch: LabelMatch,
) {
  const conditions = [
    ...isSeen,
    ...withLabels(labelTitlesIn(labels ?? ''), labelMatch),
    ...ofMilestone(context, milestone),
  ]
  const where =
    conditions.length === 0
      ? undefined
      : (issue: IssueRecord) => conditions.every((is) => is(issue))
  return listSelected({ lists, where, order: issueOrders[order_by], sort }, (issue) =>
    issueResource(issue, context),
  )
}

/** The issue of a number, in a list of its own. */
function numbered(
  { store }: Context,
  project: ProjectRecord,
  iid: number,
  state: 'opened' | 'closed' | 'all',
): IssueRecord[] {
  const issue = issueOfIid(store, project, iid)
  if (!issue || issue.deleted_at !== null) return []
  return state === 'all' || issue.state === state ? [issue] : []
}

/** A filter without a title in it asks for nothing. */
function withLabels(titles: readonly string[], labelMatch: LabelMatch): Condition[] {
  if (titles.length === 0) return []
  return labelMatch === 'any label'
    ? [({ labels }) => titles.some((title) => labels.includes(title))]
    : [({ labels }) => titles.every((title) => labels.includes(title))]
}

function ofMilestone({ store }: Context, title = ''): Condition[] {
  if (title === '') return []
  const ids = new Set(store.milestones.by('title', title).map(({ id }) => id))
  return [({ milestone_id }) => milestone_id !== null && ids.has(milestone_id)]
}

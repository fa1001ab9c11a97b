import { seesIssue } from '../access/tracker-visibility.ts'
import { issueResource } from '../resources/issue.ts'
import type { IssueRecord } from '../store/models/issue.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { list } from './answers.ts'
import type { Context } from './operation.ts'
import { titlesIn } from './planning.ts'
import { inOrder, type Order } from './tracker-lists.ts'

/** The filters of the lists of issues (document 2, Issues). */
export interface IssueFilters extends Order {
  readonly iid?: number
  readonly state?: 'opened' | 'closed' | 'all'
  readonly labels?: string
  /** The title. */
  readonly milestone?: string
}

/** Whether an issue has to have one of the labels that are asked for, or every one. */
type LabelMatch = 'any label' | 'all labels'

/** The issues of projects, as a list answers them. */
export function listIssues(
  context: Context,
  issues: readonly IssueRecord[],
  filters: IssueFilters,
  labelMatch: LabelMatch,
) {
  const matching = issues.filter((issue) => matchesFilters(context, issue, filters, labelMatch))
  return list(matching, (issue) => issueResource(issue, context), inOrder(filters))
}

/** The issues of a project that the caller sees. */
export function issuesIn({ store, viewer }: Context, project: ProjectRecord): IssueRecord[] {
  return store.issues
    .by('project_id', project.id)
    .filter((issue) => seesIssue(viewer, project, issue))
}

function matchesFilters(
  { store }: Context,
  issue: IssueRecord,
  { iid, state = 'all', labels, milestone }: IssueFilters,
  labelMatch: LabelMatch,
): boolean {
  if (iid !== undefined && issue.iid !== iid) return false
  if (state !== 'all' && issue.state !== state) return false
  if (milestone && store.milestones.get(issue.milestone_id ?? 0)?.title !== milestone) return false
  return !labels || matchesLabels(issue, titlesIn(labels), labelMatch)
}

function matchesLabels(
  issue: IssueRecord,
  titles: readonly string[],
  labelMatch: LabelMatch,
): boolean {
  const isOnIssue = (title: string) => issue.labels.includes(title)
  return labelMatch === 'all labels' ? titles.every(isOnIssue) : titles.some(isOnIssue)
}

import { issueStates, seenIssues } from '../access/seen-issues.ts'
import type { Context } from '../domain/context.ts'
import { labelTitlesIn } from '../domain/tracker/labels.ts'
import { issueResource } from '../resources/issue.ts'
import type { IssueRecord } from '../store/models/issue.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { list, listDated } from './answers.ts'
import { inOrder, type Order } from './order.ts'

/** The filters of the lists of issues (listIssuesOfProject). */
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
  const isWanted = matcherOf(context, filters, labelMatch)
  const present = (issue: IssueRecord) => issueResource(issue, context)
  return list(issues.filter(isWanted), present, inOrder(filters))
}

/** The issues of one project that the caller sees, as a list answers them. */
export function listIssuesIn(context: Context, project: ProjectRecord, filters: IssueFilters) {
  const { state = 'all', ...others } = filters
  const seen = seenIssues(context, project, state === 'all' ? issueStates : [state])
  const isFiltered = others.iid !== undefined || Boolean(others.labels || others.milestone)
  const isWanted = matcherOf(context, others, 'any label')
  const found = isFiltered ? seen.map((issues) => issues.filter(isWanted)) : seen
  return listDated(found, (issue) => issueResource(issue, context), filters)
}

/** The issues of a project that the caller sees. */
export function issuesIn(context: Context, project: ProjectRecord): IssueRecord[] {
  return seenIssues(context, project).flat()
}

/** A filter without a title in it asks for nothing. */
function matcherOf(
  { store }: Context,
  { iid, state = 'all', labels = '', milestone }: IssueFilters,
  labelMatch: LabelMatch,
): (issue: IssueRecord) => boolean {
  const titles = labelTitlesIn(labels)
  return (issue) => {
    if (iid !== undefined && issue.iid !== iid) return false
    if (state !== 'all' && issue.state !== state) return false
    if (milestone && store.milestones.get(issue.milestone_id ?? 0)?.title !== milestone)
      return false
    return titles.length === 0 || matchesLabels(issue, titles, labelMatch)
  }
}

function matchesLabels(
  { labels }: IssueRecord,
  titles: readonly string[],
  labelMatch: LabelMatch,
): boolean {
  const isOnIssue = (title: string) => labels.includes(title)
  return labelMatch === 'all labels' ? titles.every(isOnIssue) : titles.some(isOnIssue)
}

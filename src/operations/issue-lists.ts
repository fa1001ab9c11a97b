import {
  type IssueSelection,
  type IssuesInOrder,
  issueStates,
  seenIssues,
} from '../access/seen-issues.ts'
import { seesIssue } from '../access/tracker-visibility.ts'
import type { Context } from '../domain/context.ts'
import { issueOfIid } from '../domain/tracker/iids.ts'
import { labelTitlesIn } from '../domain/tracker/labels.ts'
import { issueResource } from '../resources/issue.ts'
import type { IssueRecord } from '../store/models/issue.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { issueOrders } from '../store/record-orders.ts'
import { listInOrder } from './answers.ts'
import type { Order } from './order.ts'

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

/** Where issues are listed: gives those of a selection that the caller sees, each on one of the lists. */
export type IssueSource = (selection: IssueSelection) => IssuesInOrder[]

/** The issues of a source, as a list answers them. A filter without a title in it asks for nothing. */
export function listIssues(
  context: Context,
  source: IssueSource,
  { state = 'all', labels = '', milestone, order_by, sort }: IssueFilters,
  labelMatch: LabelMatch,
) {
  const states = state === 'all' ? issueStates : [state]
  const sourceOf = (part?: IssueSelection['part']) =>
    source({ states, order: order_by, ...(part && { part }) })
  const titles = labelTitlesIn(labels)
  const parts = [
    ...(milestone ? [ofMilestone(context, sourceOf, milestone)] : []),
    ...(titles.length > 0 ? [ofLabels(sourceOf, titles, labelMatch)] : []),
  ].sort((a, b) => countOf(a.lists) - countOf(b.lists))
  // The index that finds the fewest is used, and those are asked about the rest.
  const [fewest = { lists: sourceOf() }, ...others] = parts
  const lists = others.reduce(
    (found, { has }) => found.map((list) => list.filter(has)),
    fewest.lists,
  )
  const present = (issue: IssueRecord) => issueResource(issue, context)
  return listInOrder({ lists, order: issueOrders[order_by], sort }, present)
}

/** The issues of one project that the caller sees, as a list answers them. */
export function listIssuesIn(context: Context, project: ProjectRecord, filters: IssueFilters) {
  const { iid } = filters
  const source: IssueSource =
    iid === undefined
      ? (selection) => seenIssues(context, project, selection)
      : (selection) => [numbered(context, project, iid, selection)]
  return listIssues(context, source, filters, 'any label')
}

/** The issue of a number, where it is one of the selection that the caller sees. */
function numbered(
  { store, viewer }: Context,
  project: ProjectRecord,
  iid: number,
  { states, part }: IssueSelection,
): IssuesInOrder {
  const issue = issueOfIid(store, project, iid)
  if (!issue || !states.includes(issue.state) || !seesIssue(viewer, project, issue)) return []
  if (part === undefined) return [issue]
  const isOfPart =
    'label' in part
      ? issue.labels.includes(part.label)
      : milestoneOf(store, issue) === part.milestone
  return isOfPart ? [issue] : []
}

/** Issues with something that is asked for, and what tells it of one of others. */
interface PartOfIssues {
  readonly lists: IssuesInOrder[]
  has(issue: IssueRecord): boolean
}

type PartSource = (part?: IssueSelection['part']) => IssuesInOrder[]

function ofMilestone({ store }: Context, sourceOf: PartSource, milestone: string): PartOfIssues {
  return {
    lists: sourceOf({ milestone }),
    has: (issue) => milestoneOf(store, issue) === milestone,
  }
}

const milestoneOf = (store: Context['store'], { milestone_id }: IssueRecord) =>
  milestone_id === null ? undefined : store.milestones.get(milestone_id)?.title

function ofLabels(
  sourceOf: PartSource,
  titles: readonly string[],
  labelMatch: LabelMatch,
): PartOfIssues {
  const hasOneOf = (some: readonly string[]) => (issue: IssueRecord) =>
    some.some((title) => issue.labels.includes(title))
  if (labelMatch === 'any label') {
    const lists = titles.flatMap((label, index) => {
      const isListed = hasOneOf(titles.slice(0, index))
      const found = sourceOf({ label })
      return index === 0 ? found : found.map((list) => list.filter((issue) => !isListed(issue)))
    })
    return { lists, has: hasOneOf(titles) }
  }
  const has = (issue: IssueRecord) => titles.every((title) => issue.labels.includes(title))
  const [fewest = [], ...others] = titles
    .map((label) => sourceOf({ label }))
    .sort((a, b) => countOf(a) - countOf(b))
  return { lists: others.length === 0 ? fewest : fewest.map((list) => list.filter(has)), has }
}

const countOf = (lists: readonly IssuesInOrder[]) =>
  lists.reduce((sum, { length }) => sum + length, 0)

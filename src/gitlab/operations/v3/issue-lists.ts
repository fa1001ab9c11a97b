import type { IssueRecord } from '../../../store/models/issue.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { issueOrders } from '../../../store/record-orders.ts'
import {
  type IssueSelection,
  type IssuesInOrder,
  issueStates,
  seenIssues,
} from '../../access/seen-issues.ts'
import { seesIssue } from '../../access/tracker-visibility.ts'
import type { Context } from '../../domain/context.ts'
import { issueOfIid } from '../../domain/tracker/iids.ts'
import { labelTitlesIn } from '../../domain/tracker/labels.ts'
import { issueResource } from '../../resources/v3/issue.ts'
import { listInOrder } from '../answers.ts'
import type { Order } from '../order.ts'

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

/** Where issues are listed. */
export interface IssueSource {
  /** Tells it from other sources. */
  readonly name: string
  /** Gives those of a selection that the caller sees, each on one of the lists. */
  find(selection: IssueSelection): IssuesInOrder[]
}

/** The issues of a source, as a list answers them. A filter without a title in it asks for nothing. */
export function listIssues(
  context: Context,
  source: IssueSource,
  { state = 'all', labels = '', milestone = '', order_by, sort }: IssueFilters,
  labelMatch: LabelMatch,
) {
  const selection: IssueSelection = {
    states: state === 'all' ? issueStates : [state],
    order: order_by,
    ...(milestone !== '' && { milestone }),
  }
  const titles = labelTitlesIn(labels)
  const lists =
    titles.length > 1
      ? ofLabels(source, selection, titles, labelMatch)
      : source.find({ ...selection, label: titles[0] })
  const present = (issue: IssueRecord) => issueResource(issue, context)
  return listInOrder({ lists, order: issueOrders[order_by], sort }, present)
}

/** The issues of one project that the caller sees, as a list answers them. */
export function listIssuesIn(context: Context, project: ProjectRecord, filters: IssueFilters) {
  const { iid } = filters
  const source: IssueSource =
    iid === undefined
      ? {
          name: `project ${project.id}`,
          find: (selection) => seenIssues(context, project, selection),
        }
      : {
          name: `project ${project.id}, issue ${iid}`,
          find: (selection) => [numbered(context, project, iid, selection)],
        }
  return listIssues(context, source, filters, 'any label')
}

/** The issue of a number, where it is one of the selection that the caller sees. */
function numbered(
  { store, viewer }: Context,
  project: ProjectRecord,
  iid: number,
  { states, label, milestone }: IssueSelection,
): IssuesInOrder {
  const issue = issueOfIid(store, project, iid)
  if (!issue || !states.includes(issue.state) || !seesIssue(viewer, project, issue)) return []
  if (label !== undefined && !issue.labels.includes(label)) return []
  return milestone === undefined || milestoneOf(store, issue) === milestone ? [issue] : []
}

const milestoneOf = (store: Context['store'], { milestone_id }: IssueRecord) =>
  milestone_id === null ? undefined : store.milestones.get(milestone_id)?.title

/** Those with one of several labels, or with all of them. */
function ofLabels(
  source: IssueSource,
  selection: IssueSelection,
  titles: readonly string[],
  labelMatch: LabelMatch,
): IssuesInOrder[] {
  const found = titles
    .map((label) => ({ label, lists: source.find({ ...selection, label }) }))
    .sort((a, b) => countOf(a.lists) - countOf(b.lists))
  if (labelMatch === 'all labels') {
    const [fewest, ...others] = found
    const hasOthers = (issue: IssueRecord) =>
      others.every(({ label }) => issue.labels.includes(label))
    return fewest ? fewest.lists.map((list) => list.filter(hasOthers)) : []
  }
  // Of the most, none is looked at; of the fewer, those are left out that are among the more.
  const places = new Map(found.map(({ label }, place) => [label, place]))
  return found.flatMap(({ lists }, place) => {
    if (place === found.length - 1) return lists
    const isAmongMore = (issue: IssueRecord) =>
      issue.labels.some((label) => (places.get(label) ?? -1) > place)
    return lists.map((list) => list.filter((issue) => !isAmongMore(issue)))
  })
}

const countOf = (lists: readonly IssuesInOrder[]) =>
  lists.reduce((sum, { length }) => sum + length, 0)

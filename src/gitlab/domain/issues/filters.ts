import type { IssueRecord } from '../../../store/models/issue.ts'
import { isArchived } from '../../access/viewer.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import type { Place } from '../place.ts'
import {
  type Condition as ConditionOf,
  equal,
  type ListConditions,
  type ListFilters,
  negated,
  ofUser,
  plainConditions,
  timeConditions,
  withReaction,
  withWords,
} from '../tracker/list-filters.ts'
import { type DuePeriod, dueIn } from './due-periods.ts'

/** The filters of the lists of issues. */
export interface IssueFilters extends ListConditions, ListFilters {
  readonly not?: ListConditions | undefined
  readonly due_date?: DuePeriod | undefined
  readonly confidential?: boolean | undefined
  readonly issue_type?: IssueRecord['issue_type'] | undefined
  /** Whether issues of archived projects are excluded. */
  readonly non_archived?: boolean | undefined
}

export type Condition = ConditionOf<IssueRecord>

/** Returns the conditions of the given filters. */
export function conditionsOf(context: Context, place: Place, filters: IssueFilters): Condition[] {
  const { labelsJoinedBy } = context.release
  return [
    ...wanted(context, filters, labelsJoinedBy[place.kind]),
    ...wanted(context, filters.not ?? {}, 'OR').map(negated),
    ...timeConditions(filters),
    ...withReaction(context, 'Issue', filters.my_reaction_emoji),
    ...withWords(filters),
    ...dueWithin(context, filters.due_date),
    ...equal('confidential', filters.confidential),
    ...equal('issue_type', filters.issue_type),
    ...(filters.non_archived ? [isInActiveProject(context)] : []),
  ]
}

function wanted(context: Context, filters: ListConditions, labelsJoinedBy: 'AND' | 'OR') {
  const { assignee_id: id, assignee_username: username } = filters
  return [
    ...plainConditions(context, filters, labelsJoinedBy),
    ...ofUser(context, assigneesOf, { id, username }),
  ]
}

function assigneesOf({ assignee_id }: IssueRecord): number[] {
  return assignee_id === null ? [] : [assignee_id]
}

/** Returns the condition of a due period. Only open issues can be overdue. */
function dueWithin({ today }: Context, period: DuePeriod | undefined): Condition[] {
  if (period === undefined) return []
  const isDue = dueIn(period, today)
  return [({ due_date, state }) => isDue(due_date) && (period !== 'overdue' || state === 'opened')]
}

function isInActiveProject(context: Context): Condition {
  return ({ project_id }) => !isArchived(existingProject(context, project_id))
}

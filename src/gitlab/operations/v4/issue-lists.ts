import { wrongParameters } from '../../../contract/errors.ts'
import type { OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { Context } from '../../domain/context.ts'
import type { DuePeriod } from '../../domain/issues/due-periods.ts'
import type { IssueConditions, MilestoneFilter } from '../../domain/issues/filters.ts'
import type { IssueList } from '../../domain/issues/list.ts'

/** What the three lists of issues take. */
export type IssueListRequest = Omit<OperationTypes['listIssuesOfProject']['parameters'], 'id'> & {
  readonly non_archived?: boolean
}

type GivenConditions = Pick<
  IssueListRequest,
  | 'labels'
  | 'milestone'
  | 'milestone_id'
  | 'iids'
  | 'author_id'
  | 'author_username'
  | 'assignee_id'
  | 'assignee_username'
>

/** The filters of a list, in the terms of the domain; 400 for those that the paid tiers alone know. */
export function readIssueList({ viewer }: Context, request: IssueListRequest): IssueList {
  const { my_reaction_emoji: reaction, due_date } = request
  return {
    state: request.state,
    order_by: request.order_by,
    sort: request.sort,
    search: request.search,
    created_after: request.created_after,
    created_before: request.created_before,
    updated_after: request.updated_after,
    updated_before: request.updated_before,
    confidential: request.confidential,
    issue_type: request.issue_type,
    non_archived: request.non_archived,
    ...readConditions(request),
    ...scopeOf(request.scope, viewer.user?.id),
    not: request.not && readConditions(request.not, 'not'),
    searched: request.in.split(',').filter(isSearched),
    my_reaction_emoji:
      reaction === undefined ? undefined : (presence(reaction) ?? { name: reaction }),
    due_date: due_date === undefined || due_date === '' ? undefined : periods[due_date],
  }
}

/** Whose issues they are; the old names have hyphens. */
function scopeOf(scope: IssueListRequest['scope'], userId: number | undefined) {
  switch (scope) {
    case 'created_by_me':
    case 'created-by-me':
      return { author_id: userId ?? 0 }
    case 'assigned_to_me':
    case 'assigned-to-me':
      return { assignee_id: userId ?? 0 }
    case 'all':
    case undefined:
      return {}
  }
}

function readConditions(given: GivenConditions, within?: string): IssueConditions {
  const nameOf = (name: string) => (within === undefined ? name : `${within}[${name}]`)
  const { labels, assignee_username: assignees = [] } = given
  if (assignees.length > 1) {
    const problem = `allows one value, but found ${assignees.length}: ${assignees.join(', ')}`
    throw wrongParameters([{ name: nameOf('assignee_username'), problem }])
  }
  return {
    labels: labels && (presenceOfLabels(labels) ?? labels),
    milestone: milestoneOf(given),
    iids: given.iids,
    author_id: given.author_id,
    author_username: given.author_username,
    assignee_id: readAssignee(given.assignee_id, nameOf('assignee_id')),
    assignee_username: assignees[0],
  }
}

function readAssignee(given: number | string | undefined, name: string) {
  if (typeof given !== 'string') return given
  const found = presence(given)
  if (found) return found
  const problem = `should be an integer, 'None' or 'Any', however got ${given}`
  throw wrongParameters([{ name, problem }])
}

/** What a word asks for that stands where a name could, whatever its case. */
function presence(word: string): 'none' | 'any' | undefined {
  const folded = word.toLowerCase()
  return folded === 'none' || folded === 'any' ? folded : undefined
}

function presenceOfLabels(labels: readonly string[]): 'none' | 'any' | undefined {
  const [first = ''] = labels
  if (labels.length !== 1) return undefined
  return first.toLowerCase() === 'no label' ? 'none' : presence(first)
}

function milestoneOf({ milestone, milestone_id }: GivenConditions): MilestoneFilter | undefined {
  if (milestone_id !== undefined) return milestoneWords[milestone_id]
  if (milestone === undefined || milestone === '') return undefined
  if (milestone === '#upcoming') return 'upcoming'
  if (milestone === '#started') return 'started'
  return presence(milestone) ?? { title: milestone }
}

const milestoneWords = {
  None: 'none',
  Any: 'any',
  Upcoming: 'upcoming',
  Started: 'started',
} as const

const periods: Readonly<Record<Exclude<NonNullable<IssueListRequest['due_date']>, ''>, DuePeriod>> =
  {
    '0': 'none',
    any: 'any',
    today: 'today',
    tomorrow: 'tomorrow',
    overdue: 'overdue',
    week: 'week',
    month: 'month',
    next_month_and_previous_two_weeks: 'next_month_and_previous_two_weeks',
  }

function isSearched(name: string): name is 'title' | 'description' {
  return name === 'title' || name === 'description'
}

import { readCursor } from '../../../contract/cursor.ts'
import type { OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { Context } from '../../domain/context.ts'
import type { DuePeriod } from '../../domain/issues/due-periods.ts'
import type { IssueList } from '../../domain/issues/list.ts'
import { isSearched, presence, readConditions } from './list-conditions.ts'

/** The parameters of the three lists of issues. */
export type IssueListRequest = Omit<OperationTypes['listIssuesOfProject']['parameters'], 'id'> & {
  readonly non_archived?: boolean
}

/** Converts the parameters of a list to filters of the domain. Throws 400 for filters of the paid tiers. */
export function readIssueList({ viewer }: Context, request: IssueListRequest): IssueList {
  const { my_reaction_emoji: reaction, due_date } = request
  return {
    state: request.state,
    order_by: request.order_by,
    after: afterOf(request),
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

function afterOf({ pagination, cursor, order_by }: IssueListRequest): IssueList['after'] {
  const place = pagination === 'keyset' && cursor !== undefined ? readCursor(cursor) : undefined
  if (!place) return undefined
  const { id, value } = place
  return order_by === 'updated_at' ? { id, updated_at: String(value) } : { id }
}

/** Returns the filter of a scope; the older names have hyphens. */
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

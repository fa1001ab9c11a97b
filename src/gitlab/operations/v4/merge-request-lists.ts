import type { OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { Context } from '../../domain/context.ts'
import type { MergeRequestConditions } from '../../domain/merge-requests/filters.ts'
import type { MergeRequestList } from '../../domain/merge-requests/list.ts'
import {
  type GivenConditions,
  isSearched,
  presence,
  readConditions,
  readUserId,
} from './list-conditions.ts'

/** The parameters of the three lists of merge requests. */
export type MergeRequestListRequest = Omit<
  OperationTypes['listMergeRequests']['parameters'],
  'id' | 'iids'
> & { readonly iids?: readonly number[]; readonly non_archived?: boolean }

/** Converts the parameters of a list to filters of the domain. Throws 400 for filters of the paid tiers. */
export function readMergeRequestList(
  { viewer }: Context,
  request: MergeRequestListRequest,
): MergeRequestList {
  const { wip, draft = wip && wip === 'yes', approved } = request
  return {
    state: request.state,
    order_by: request.order_by,
    sort: request.sort,
    search: request.search,
    searched: request.in.split(',').filter(isSearched),
    created_after: request.created_after,
    created_before: request.created_before,
    updated_after: request.updated_after,
    updated_before: request.updated_before,
    merged_after: request.merged_after,
    merged_before: request.merged_before,
    environment: request.environment,
    deployed_after: request.deployed_after,
    deployed_before: request.deployed_before,
    source_branch: request.source_branch,
    target_branch: request.target_branch,
    source_project_id: request.source_project_id,
    merged_by_id: request.merge_user_id,
    merged_by_username: request.merge_user_username,
    isDraft: draft,
    isApproved: approved && approved === 'yes',
    non_archived: request.non_archived,
    ...readScope(request.scope, viewer.user?.id),
    ...readMergeRequestConditions(request),
    not: request.not && readMergeRequestConditions(request.not, 'not'),
  }
}

/** Returns the filter of a scope; the older names have hyphens. */
function readScope(scope: MergeRequestListRequest['scope'], userId = 0) {
  switch (scope) {
    case 'created_by_me':
    case 'created-by-me':
      return { written_by: userId }
    case 'assigned_to_me':
    case 'assigned-to-me':
      return { assigned_to: userId }
    case 'reviews_for_me':
      return { reviewed_by: userId }
    case 'all':
    case undefined:
      return {}
  }
}

interface GivenHere extends GivenConditions {
  readonly reviewer_id?: number | string | undefined
  readonly reviewer_username?: string | undefined
  readonly my_reaction_emoji?: string | undefined
}

function readMergeRequestConditions(given: GivenHere, within?: string): MergeRequestConditions {
  const { reviewer_id, reviewer_username: username, my_reaction_emoji: reaction } = given
  const { milestone } = given
  const hasReviewer = username === undefined ? undefined : presence(username)
  const name = within === undefined ? 'reviewer_id' : `${within}[reviewer_id]`
  return {
    ...readConditions({ ...given, milestone: milestone && milestoneWord(milestone) }, within),
    reviewer_id: hasReviewer ?? readUserId(reviewer_id, name),
    reviewer_username: hasReviewer ? undefined : username,
    my_reaction_emoji:
      reaction === undefined ? undefined : (presence(reaction) ?? { name: reaction }),
  }
}

/** Returns the milestone filter with the `#` of issue lists: lists of merge requests write these words without it. */
function milestoneWord(milestone: string): string {
  return milestone === 'Upcoming' || milestone === 'Started'
    ? `#${milestone.toLowerCase()}`
    : milestone
}

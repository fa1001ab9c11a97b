import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { isArchived } from '../../access/viewer.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import {
  type Condition as ConditionOf,
  equal,
  type ListConditions,
  type ListFilters,
  negated,
  ofUser,
  type Presence,
  plainConditions,
  timeConditions,
  withReaction,
  withWords,
} from '../tracker/list-filters.ts'
import { assigneesOf } from './people.ts'
import { isShippedBy } from './shipped.ts'
import { isWorkInProgress } from './work-in-progress.ts'

/** The conditions that a list can require, or exclude with `not`. */
export interface MergeRequestConditions extends ListConditions {
  readonly reviewer_id?: number | Presence | undefined
  readonly reviewer_username?: string | undefined
  readonly my_reaction_emoji?: ListFilters['my_reaction_emoji']
}

/** The filters of the lists of merge requests. */
export interface MergeRequestFilters extends MergeRequestConditions, ListFilters {
  readonly not?: MergeRequestConditions | undefined
  /** The id of the author; 0 for nobody. */
  readonly written_by?: number | undefined
  readonly assigned_to?: number | undefined
  readonly reviewed_by?: number | undefined
  readonly merged_by_id?: number | undefined
  readonly merged_by_username?: string | undefined
  readonly source_branch?: string | undefined
  readonly target_branch?: string | undefined
  readonly source_project_id?: number | undefined
  readonly isDraft?: boolean | undefined
  readonly isApproved?: boolean | undefined
  readonly merged_after?: string | undefined
  readonly merged_before?: string | undefined
  /** The name of the environment that the merge requests were deployed to. */
  readonly environment?: string | undefined
  readonly deployed_after?: string | undefined
  readonly deployed_before?: string | undefined
  /** Whether merge requests of archived projects are excluded. */
  readonly non_archived?: boolean | undefined
  /** The deployment that the merge requests were deployed with. */
  readonly shippedBy?: DeploymentRecord | undefined
}

export type Condition = ConditionOf<MergeRequestRecord>

/** Returns the conditions of the given filters. */
export function conditionsOf(context: Context, filters: MergeRequestFilters): Condition[] {
  const { isDraft, isApproved, merged_by_id, merged_by_username } = filters
  return [
    ...wanted(context, filters, 'AND'),
    ...wanted(context, filters.not ?? {}, 'OR').map(negated),
    ...timeConditions(filters),
    ...mergedWithin(filters),
    ...withWords(filters),
    ...equal('author_id', filters.written_by),
    ...ofUser(context, assigneesOf, { id: filters.assigned_to }),
    ...ofUser(context, reviewersOf, { id: filters.reviewed_by }),
    ...ofUser(context, mergersOf, { id: merged_by_id, username: merged_by_username }),
    ...equal('source_branch', filters.source_branch),
    ...equal('target_branch', filters.target_branch),
    ...equal('source_project_id', filters.source_project_id),
    ...(isDraft === undefined
      ? []
      : [({ title }: MergeRequestRecord) => isWorkInProgress(context.release, title) === isDraft]),
    ...(isApproved === undefined
      ? []
      : [({ approvals }: MergeRequestRecord) => approvals.length > 0 === isApproved]),
    ...(filters.non_archived ? [targetsActiveProject(context)] : []),
    ...deployedWithin(context, filters),
    ...(filters.shippedBy ? [isShippedBy(context, filters.shippedBy)] : []),
  ]
}

function wanted(
  context: Context,
  filters: MergeRequestConditions,
  labelsJoinedBy: 'AND' | 'OR',
): Condition[] {
  const { assignee_id, assignee_username, reviewer_id, reviewer_username } = filters
  return [
    ...plainConditions(context, filters, labelsJoinedBy),
    ...ofUser(context, assigneesOf, { id: assignee_id, username: assignee_username }),
    ...ofUser(context, reviewersOf, { id: reviewer_id, username: reviewer_username }),
    ...withReaction(context, 'MergeRequest', filters.my_reaction_emoji),
  ]
}

function reviewersOf({ reviewers }: MergeRequestRecord): number[] {
  return reviewers.map(({ user_id }) => user_id)
}

function mergersOf({ state, merge_user_id }: MergeRequestRecord): number[] {
  return state === 'merged' && merge_user_id !== null ? [merge_user_id] : []
}

/** Returns the conditions on the time of merging. They exclude merge requests without a known time. */
function mergedWithin({ merged_after, merged_before }: MergeRequestFilters): Condition[] {
  return [
    ...(merged_after
      ? [({ merged_at }: MergeRequestRecord) => merged_at !== null && merged_at >= merged_after]
      : []),
    ...(merged_before
      ? [({ merged_at }: MergeRequestRecord) => merged_at !== null && merged_at <= merged_before]
      : []),
  ]
}

/** Returns the condition that one of the matching deployments was the first to bring a merge request. */
function deployedWithin(
  context: Context,
  { environment, deployed_after: after, deployed_before: before }: MergeRequestFilters,
): Condition[] {
  if (!environment && !after && !before) return []
  const { environments, deployments } = context.store
  const matching = deployments.all().filter((one) => {
    const ended = one.finished_at ?? one.updated_at ?? one.created_at
    const name = environments.get(one.environment_id)?.name
    return (
      (!environment || name === environment) &&
      (!after || Date.parse(ended) > Date.parse(after)) &&
      (!before || Date.parse(ended) < Date.parse(before))
    )
  })
  const tests = matching.map((one) => [one.project_id, isShippedBy(context, one)] as const)
  return [
    (mergeRequest) =>
      tests.some(([id, isIn]) => id === mergeRequest.target_project_id && isIn(mergeRequest)),
  ]
}

function targetsActiveProject(context: Context): Condition {
  return ({ target_project_id }) => !isArchived(existingProject(context, target_project_id))
}

import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Context } from '../../domain/context.ts'
import { milestonesFor } from '../../domain/tracker/milestones.ts'
import { mayBeAssigned, type PlanningRequest } from '../../domain/tracker/planning.ts'
import { type GivenPlanning, labelsAfter } from './planning.ts'

/** What a request of v4 says of a merge request beside its branches and texts. */
interface GivenAttributes extends GivenPlanning {
  readonly reviewer_ids?: readonly number[] | undefined
  readonly milestone?: string | undefined
  readonly allow_collaboration?: boolean | undefined
  readonly allow_maintainer_to_push?: boolean | undefined
}

/** What of them is not of its planning; undefined where the request does not say it, or cannot have it so. */
interface Attributes {
  readonly reviewer_ids: readonly number[] | undefined
  readonly allow_collaboration: boolean | undefined
}

/**
 * The same in the terms of the domain. The first assignee and the first reviewer alone count; where users are named
 * and none of them can be one, those that are there stay.
 */
export function readMergeRequestAttributes(
  context: Context,
  project: ProjectRecord,
  request: GivenAttributes,
  labels: readonly string[],
): PlanningRequest & Attributes {
  const { assignee_id, assignee_ids = assignee_id === undefined ? undefined : [assignee_id ?? 0] } =
    request
  const assignees = usersAmong(context, project, assignee_ids)
  const { allow_collaboration = request.allow_maintainer_to_push } = request
  return {
    assignee_id: assignees && (assignees[0] ?? null),
    reviewer_ids: usersAmong(context, project, request.reviewer_ids)?.slice(0, 1),
    milestone_id: milestoneOf(context, project, request),
    labels: labelsAfter(request, labels),
    allow_collaboration,
  }
}

/** Those of some users who see the project; undefined where users are named and none does. */
function usersAmong(
  context: Context,
  project: ProjectRecord,
  ids: readonly number[] | undefined,
): number[] | undefined {
  const named = ids?.filter((id) => id !== 0)
  const found = named?.filter((id) => mayBeAssigned(context, project, id))
  return named && named.length > 0 && found?.length === 0 ? undefined : found
}

/** A milestone by its id or its title; null for one that the project has not. */
function milestoneOf(
  { store }: Context,
  project: ProjectRecord,
  { milestone_id, milestone }: GivenAttributes,
): number | null | undefined {
  if (milestone_id === undefined && milestone === undefined) return undefined
  const found = milestonesFor(store, project).find(
    (one) => one.id === milestone_id || one.title === milestone,
  )
  return found?.id ?? null
}

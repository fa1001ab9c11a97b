import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Context } from '../../domain/context.ts'
import { milestonesFor } from '../../domain/tracker/milestones.ts'
import { mayBeAssigned, type PlanningRequest } from '../../domain/tracker/planning.ts'
import { type GivenPlanning, labelsAfter } from './planning.ts'

/** The attributes of a merge request in a request of v4, beside branches and texts. */
interface GivenAttributes extends GivenPlanning {
  readonly reviewer_ids?: readonly number[] | undefined
  readonly milestone?: string | undefined
  readonly allow_collaboration?: boolean | undefined
  readonly allow_maintainer_to_push?: boolean | undefined
}

/** The attributes that are not part of the planning; undefined where they are missing or invalid. */
interface Attributes {
  readonly reviewer_ids: readonly number[] | undefined
  readonly allow_collaboration: boolean | undefined
}

/**
 * Converts attributes to those of the domain. Only the first assignee and the first reviewer count. The present ones
 * stay where none of the given users is eligible.
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

/** Returns the users who can see the project; undefined where users are given and none can. */
function usersAmong(
  context: Context,
  project: ProjectRecord,
  ids: readonly number[] | undefined,
): number[] | undefined {
  const named = ids?.filter((id) => id !== 0)
  const found = named?.filter((id) => mayBeAssigned(context, project, id))
  return named && named.length > 0 && found?.length === 0 ? undefined : found
}

/** Returns a milestone by id or title; null for one that the project does not have. */
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

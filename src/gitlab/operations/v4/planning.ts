import type { ProjectRecord } from '../../../store/models/project.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context } from '../../domain/context.ts'
import { distinctTitles } from '../../domain/tracker/labels.ts'
import { milestoneFor } from '../../domain/tracker/milestones.ts'
import { mayBeAssigned, type PlanningRequest } from '../../domain/tracker/planning.ts'

/** The planning attributes of an issue or a merge request in a request of v4. */
export interface GivenPlanning {
  readonly assignee_id?: number | null | undefined
  readonly assignee_ids?: readonly number[] | undefined
  readonly milestone_id?: number | null | undefined
  readonly labels?: readonly string[] | undefined
  readonly add_labels?: readonly string[] | undefined
  readonly remove_labels?: readonly string[] | undefined
}

/**
 * Converts planning attributes to those of the domain. Only the first assignee counts; an ineligible user and an
 * unknown milestone count as none. `labels` are the present ones.
 */
export function readPlanning(
  context: Context,
  project: ProjectRecord,
  request: GivenPlanning,
  labels: readonly string[],
): PlanningRequest {
  const { assignee_id = request.assignee_ids?.at(0) ?? (request.assignee_ids && null) } = request
  const { milestone_id } = request
  const isAssignable = assignee_id ? mayBeAssigned(context, project, assignee_id) : false
  return omitUndefined({
    assignee_id: assignee_id === undefined || isAssignable ? assignee_id : null,
    milestone_id:
      milestone_id === undefined
        ? undefined
        : (milestoneFor(context.store, project, milestone_id ?? 0)?.id ?? null),
    labels: labelsAfter(request, labels),
  })
}

/** Returns the labels after an update: given or present ones, with added and without removed ones. */
export function labelsAfter(
  { labels, add_labels = [], remove_labels = [] }: GivenPlanning,
  present: readonly string[],
): string[] | undefined {
  if (labels === undefined && add_labels.length === 0 && remove_labels.length === 0) {
    return undefined
  }
  const removed = new Set(distinctTitles(remove_labels))
  const wanted = distinctTitles([...(labels ?? present), ...add_labels])
  return wanted.filter((title) => !removed.has(title))
}

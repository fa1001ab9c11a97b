import type { ProjectRecord } from '../../../store/models/project.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context } from '../../domain/context.ts'
import { distinctTitles } from '../../domain/tracker/labels.ts'
import { milestoneFor } from '../../domain/tracker/milestones.ts'
import { mayBeAssigned, type PlanningRequest } from '../../domain/tracker/planning.ts'

/** How a request of v4 plans an issue or a merge request. */
export interface GivenPlanning {
  readonly assignee_id?: number | null | undefined
  readonly assignee_ids?: readonly number[] | undefined
  readonly milestone_id?: number | null | undefined
  readonly labels?: readonly string[] | undefined
  readonly add_labels?: readonly string[] | undefined
  readonly remove_labels?: readonly string[] | undefined
}

/**
 * What a request plans, in the terms of the domain: the first assignee alone counts, and who cannot be one and a
 * milestone that the project has not count as none. `labels` are those that are there.
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

/** The labels of a request, or those that are there, with those that are added and without those that are removed. */
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

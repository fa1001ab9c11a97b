import type { ProjectRecord } from '../../../store/models/project.ts'
import { omitUndefined } from '../changes.ts'
import type { Context } from '../context.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { lengthErrors } from '../validation.ts'
import { labelTitlesIn } from './labels.ts'

/** How a request plans an issue or a merge request. */
export interface PlanningRequest {
  /** 0 stands for nobody, as in GitLab 8.15. */
  readonly assignee_id?: number | null | undefined
  /** 0 stands for no milestone, as in GitLab 8.15. */
  readonly milestone_id?: number | null | undefined
  /** Titles, comma-separated. */
  readonly labels?: string | undefined
}

/** Titles in a list of labels, repeated and empty ones counted: a label that is new is made, and each is noted. */
const MAX_LABELS = 1000

/** How an issue or a merge request is planned, as its record says it. */
export interface Planning {
  readonly assignee_id?: number | null | undefined
  readonly milestone_id?: number | null | undefined
  readonly labels?: readonly string[] | undefined
}

/**
 * Why the assignee, the milestone or the labels of a request cannot be: there is none, they do not see
 * the project, it is not in the project, or there are too many.
 */
export function planningErrors(
  context: Context,
  project: ProjectRecord,
  { assignee_id, milestone_id, labels = '' }: PlanningRequest,
): Record<string, string[]> {
  const { store } = context
  const hasTooManyLabels = labels.split(',', MAX_LABELS + 1).length > MAX_LABELS
  const isElsewhere = milestone_id && store.milestones.get(milestone_id)?.project_id !== project.id
  return {
    ...(assignee_id && !mayBeAssigned(context, project, assignee_id)
      ? { assignee_id: ['is invalid'] }
      : {}),
    ...(isElsewhere ? { milestone_id: ['is invalid'] } : {}),
    ...(hasTooManyLabels ? { labels: [`is too long (maximum is ${MAX_LABELS} labels)`] } : {}),
  }
}

function mayBeAssigned(context: Context, project: ProjectRecord, id: number): boolean {
  const user = context.store.users.get(id)
  return user !== undefined && onBehalfOf(context, user).viewer.sees(project)
}

/** What a request plans, in the words of the record; what it does not name is not in it. */
export function readPlanning({ assignee_id, milestone_id, labels }: PlanningRequest): Planning {
  return omitUndefined({
    assignee_id: assignee_id === undefined ? undefined : assignee_id || null,
    milestone_id: milestone_id === undefined ? undefined : milestone_id || null,
    labels: labels === undefined ? undefined : labelTitlesIn(labels),
  })
}

/** Why a title cannot be; it is stripped before. */
export function titleErrors(title: string | undefined): Record<string, string[]> {
  if (title === '') return { title: ["can't be blank"] }
  const errors = lengthErrors(title ?? '', 255)
  return errors.length > 0 ? { title: errors } : {}
}

import { isLongerThan } from '../../../contract/text-length.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { omitUndefined } from '../changes.ts'
import type { Context } from '../context.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { lengthErrors } from '../validation.ts'
import { distinctTitles } from './labels.ts'
import { milestoneFor } from './milestones.ts'

/** How a request plans an issue or a merge request. */
export interface PlanningRequest {
  /** 0 stands for nobody, as in GitLab 8.15. */
  readonly assignee_id?: number | null | undefined
  /** 0 stands for no milestone, as in GitLab 8.15. */
  readonly milestone_id?: number | null | undefined
  /** Titles, as they were given. */
  readonly labels?: readonly string[] | undefined
}

/** Titles in a list of labels, repeated and empty ones counted: a label that is new is made, and each is noted. */
const MAX_LABELS = 1000

/** Of issues, merge requests and labels: a column of GitLab 8.15 held no more under MySQL. */
const MAX_TITLE_LENGTH = 255

/** `DESCRIPTION_LENGTH_MAX` in app/models/concerns/issuable.rb. */
const MAX_DESCRIPTION_LENGTH = 1_048_576

/** The titles in a comma-separated text, as they stand there: more than a list may have are not looked for. */
export function labelsIn(text: string | undefined): string[] | undefined {
  return text?.split(',', MAX_LABELS + 1)
}

/** How an issue or a merge request is planned, as its record says it. */
export interface Planning {
  readonly assignee_id?: number | null | undefined
  readonly milestone_id?: number | null | undefined
  readonly labels?: readonly string[] | undefined
}

/**
 * Why the assignee, the milestone or the labels of a request cannot be: there is none, they do not see
 * the project, it is not in the project, or there are too many or too long ones.
 */
export function planningErrors(
  context: Context,
  project: ProjectRecord,
  { assignee_id, milestone_id, labels = [] }: PlanningRequest,
): Record<string, string[]> {
  const { store } = context
  const labelErrors = errorsOfLabels(labels)
  const isElsewhere = milestone_id && !milestoneFor(store, project, milestone_id)
  return {
    ...(assignee_id && !mayBeAssigned(context, project, assignee_id)
      ? { assignee_id: ['is invalid'] }
      : {}),
    ...(isElsewhere ? { milestone_id: ['is invalid'] } : {}),
    ...(labelErrors.length > 0 ? { labels: labelErrors } : {}),
  }
}

function errorsOfLabels(titles: readonly string[]): string[] {
  if (titles.length > MAX_LABELS) return [`is too long (maximum is ${MAX_LABELS} labels)`]
  return titles.some((title) => isLongerThan(title.trim(), MAX_TITLE_LENGTH))
    ? [`has a title that is too long (maximum is ${MAX_TITLE_LENGTH} characters)`]
    : []
}

/** Whether an issue or a merge request of a project can be assigned to a user: who sees the project. */
export function mayBeAssigned(context: Context, project: ProjectRecord, id: number): boolean {
  const user = context.store.users.get(id)
  return user !== undefined && onBehalfOf(context, user).viewer.sees(project)
}

/** What a request plans, in the words of the record; what it does not name is not in it. */
export function readPlanning({ assignee_id, milestone_id, labels }: PlanningRequest): Planning {
  return omitUndefined({
    assignee_id: assignee_id === undefined ? undefined : assignee_id || null,
    milestone_id: milestone_id === undefined ? undefined : milestone_id || null,
    labels: labels === undefined ? undefined : distinctTitles(labels),
  })
}

/** Why a title cannot be; it is stripped before. */
export function titleErrors(title: string | undefined): Record<string, string[]> {
  if (title === '') return { title: ["can't be blank"] }
  const errors = lengthErrors(title ?? '', MAX_TITLE_LENGTH)
  return errors.length > 0 ? { title: errors } : {}
}

/** Why a description cannot be. */
export function descriptionErrors(
  description: string | null | undefined,
): Record<string, string[]> {
  const errors = lengthErrors(description ?? '', MAX_DESCRIPTION_LENGTH)
  return errors.length > 0 ? { description: errors } : {}
}

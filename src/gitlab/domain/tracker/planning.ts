import { isLongerThan } from '../../../contract/text-length.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { omitUndefined } from '../changes.ts'
import type { Context } from '../context.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { lengthErrors } from '../validation.ts'
import { distinctTitles } from './labels.ts'
import { milestoneFor } from './milestones.ts'

/** The planning attributes in a request. */
export interface PlanningRequest {
  /** 0 stands for nobody, as in GitLab 8.15. */
  readonly assignee_id?: number | null | undefined
  /** 0 stands for no milestone, as in GitLab 8.15. */
  readonly milestone_id?: number | null | undefined
  /** Titles, as they were given. */
  readonly labels?: readonly string[] | undefined
}

/**
 * The limit of titles in a list of labels, counting repeated and empty ones. Each new label is created, and each
 * change is noted.
 */
const MAX_LABELS = 1000

/** The limit for titles of issues, merge requests and labels: the length of the column in GitLab 8.15 under MySQL. */
const MAX_TITLE_LENGTH = 255

/** `DESCRIPTION_LENGTH_MAX` in app/models/concerns/issuable.rb. */
const MAX_DESCRIPTION_LENGTH = 1_048_576

/** Splits a comma-separated text into titles, up to one more than the limit. */
export function labelsIn(text: string | undefined): string[] | undefined {
  return text?.split(',', MAX_LABELS + 1)
}

/** The planning attributes of an issue or merge request, as in its record. */
export interface Planning {
  readonly assignee_id?: number | null | undefined
  readonly milestone_id?: number | null | undefined
  readonly labels?: readonly string[] | undefined
}

/**
 * Returns the errors of planning attributes: an assignee who is missing or cannot see the project, a milestone of
 * another project, or too many or too long labels.
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

/** Whether issues and merge requests of a project can be assigned to a user, who must be able to see the project. */
export function mayBeAssigned(context: Context, project: ProjectRecord, id: number): boolean {
  const user = context.store.users.get(id)
  return user !== undefined && onBehalfOf(context, user).viewer.sees(project)
}

/** Converts the planning attributes of a request to those of the record; omitted ones stay omitted. */
export function readPlanning({ assignee_id, milestone_id, labels }: PlanningRequest): Planning {
  return omitUndefined({
    assignee_id: assignee_id === undefined ? undefined : assignee_id || null,
    milestone_id: milestone_id === undefined ? undefined : milestone_id || null,
    labels: labels === undefined ? undefined : distinctTitles(labels),
  })
}

/** Returns the errors of a title, which is already trimmed. */
export function titleErrors(title: string | undefined): Record<string, string[]> {
  if (title === '') return { title: ["can't be blank"] }
  const errors = lengthErrors(title ?? '', MAX_TITLE_LENGTH)
  return errors.length > 0 ? { title: errors } : {}
}

/** Returns the errors of a description. */
export function descriptionErrors(
  description: string | null | undefined,
): Record<string, string[]> {
  const errors = lengthErrors(description ?? '', MAX_DESCRIPTION_LENGTH)
  return errors.length > 0 ? { description: errors } : {}
}

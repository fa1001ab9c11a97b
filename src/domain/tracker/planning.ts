import type { ProjectRecord } from '../../store/models/project.ts'
import type { Context } from '../context.ts'
import { onBehalfOf } from '../on-behalf.ts'

/** What issues and merge requests are planned with, as a request says it. */
export interface PlanningAttributes {
  readonly assignee_id?: number | null
  readonly milestone_id?: number | null
  /** Titles, comma-separated. */
  readonly labels?: string
}

interface Planned {
  readonly assignee_id?: number | null
  readonly milestone_id?: number | null
  readonly labels?: string[]
}

/**
 * Why the assignee or the milestone of a request cannot be: there is none, they do not see the
 * project, or it is not in the project.
 */
export function planningErrors(
  context: Context,
  project: ProjectRecord,
  { assignee_id, milestone_id }: PlanningAttributes,
): Record<string, string[]> {
  const { store } = context
  const isElsewhere = milestone_id && store.milestones.get(milestone_id)?.project_id !== project.id
  return {
    ...(assignee_id && !mayBeAssigned(context, project, assignee_id)
      ? { assignee_id: ['is invalid'] }
      : {}),
    ...(isElsewhere ? { milestone_id: ['is invalid'] } : {}),
  }
}

function mayBeAssigned(context: Context, project: ProjectRecord, id: number): boolean {
  const user = context.store.users.get(id)
  return user !== undefined && onBehalfOf(context, user).viewer.sees(project)
}

/**
 * What a checked request plans; 0 stands for nobody and for no milestone, as in that release. Labels
 * that the project has not yet come into being.
 */
export function plan(
  context: Context,
  project: ProjectRecord,
  { assignee_id, milestone_id, labels }: PlanningAttributes,
): Planned {
  return {
    ...(assignee_id === undefined ? {} : { assignee_id: assignee_id || null }),
    ...(milestone_id === undefined ? {} : { milestone_id: milestone_id || null }),
    ...(labels === undefined ? {} : { labels: labelsOf(context, project, labels) }),
  }
}

function labelsOf({ store }: Context, project: ProjectRecord, text: string): string[] {
  const titles = titlesIn(text)
  const known = new Set(store.labels.by('project_id', project.id).map(({ title }) => title))
  for (const title of titles) {
    if (!known.has(title)) store.labels.insert({ project_id: project.id, title })
  }
  return titles
}

/** The titles of a comma-separated list, each once. */
export function titlesIn(text: string): string[] {
  const titles = text.split(',').map((title) => title.trim())
  return [...new Set(titles)].filter((title) => title !== '')
}

/** Why a title cannot be; it is stripped before. */
export function titleErrors(title: string | undefined): Record<string, string[]> {
  if (title === '') return { title: ["can't be blank"] }
  const isLong = title !== undefined && title.length > 255
  return isLong ? { title: ['is too long (maximum is 255 characters)'] } : {}
}

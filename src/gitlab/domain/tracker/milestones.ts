import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SystemContext } from '../context.ts'

/** What a new milestone is made of. Days are YEAR-MONTH-DAY, times ISO 8601. */
export interface NewMilestone {
  readonly id?: number | undefined
  readonly title: string
  readonly description?: string | null | undefined
  readonly state?: MilestoneRecord['state'] | undefined
  readonly due_date?: string | null | undefined
  readonly start_date?: string | null | undefined
  readonly created_at?: string | undefined
  readonly updated_at?: string | undefined
}

/** Makes a milestone, with the next iid of its project. */
export function createMilestone(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  project: ProjectRecord,
  milestone: NewMilestone,
): MilestoneRecord {
  const created_at = milestone.created_at ?? now
  return store.milestones.insert({
    id: milestone.id,
    iid: store.milestones.by('project_id', project.id).length + 1,
    project_id: project.id,
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    due_date: milestone.due_date,
    start_date: milestone.start_date,
    created_at,
    updated_at: milestone.updated_at ?? created_at,
  })
}

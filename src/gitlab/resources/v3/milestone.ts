import type { Milestone } from '../../../contract/generated/v3/contract.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { Presentation } from '../../domain/context.ts'

/** Returns the milestone of an issue or a merge request (schemas/v3/resources/milestone.json). */
export function milestoneResource(
  id: number | null,
  projectId: number,
  { store }: Pick<Presentation, 'store'>,
): Milestone | null {
  const milestone = id === null ? undefined : store.milestones.get(id)
  return milestone ? milestoneOf(milestone, projectId) : null
}

/**
 * Returns a milestone. GitLab 8.15 had only project milestones, so a group milestone has the id of the requested
 * project.
 */
export function milestoneOf(milestone: MilestoneRecord, projectId: number): Milestone {
  return {
    id: milestone.id,
    iid: milestone.iid,
    project_id: milestone.project_id ?? projectId,
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    due_date: milestone.due_date,
    start_date: milestone.start_date,
    created_at: milestone.created_at,
    updated_at: milestone.updated_at,
  }
}

import type { Milestone } from '../../../contract/generated/v3/contract.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { Presentation } from '../../domain/context.ts'

/** The milestone embedded in an issue or a merge request (schemas/v3/resources/milestone.json). */
export function milestoneResource(
  id: number | null,
  { store }: Pick<Presentation, 'store'>,
): Milestone | null {
  const milestone = id === null ? undefined : store.milestones.get(id)
  return milestone ? fieldsOf(milestone) : null
}

function fieldsOf(milestone: MilestoneRecord): Milestone {
  return {
    id: milestone.id,
    iid: milestone.iid,
    project_id: milestone.project_id,
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    due_date: milestone.due_date,
    start_date: milestone.start_date,
    created_at: milestone.created_at,
    updated_at: milestone.updated_at,
  }
}

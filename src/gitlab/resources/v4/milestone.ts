import type { Milestone } from '../../../contract/generated/v4/contract.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { Presentation } from '../../domain/context.ts'
import { projectAddress } from '../../domain/lookups.ts'

/** Returns the milestone of an issue or a merge request by id (schemas/v4/resources/milestone.json). */
export function milestoneOf(id: number | null, presentation: Presentation): Milestone | null {
  const milestone = id === null ? undefined : presentation.store.milestones.get(id)
  return milestone ? milestoneResource(milestone, presentation) : null
}

export function milestoneResource(
  milestone: MilestoneRecord,
  presentation: Presentation,
): Milestone {
  const { iid, project_id, group_id, due_date } = milestone
  return {
    id: milestone.id,
    iid,
    ...(project_id === null ? {} : { project_id }),
    ...(group_id === null ? {} : { group_id }),
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    created_at: milestone.created_at,
    updated_at: milestone.updated_at,
    due_date,
    start_date: milestone.start_date,
    expired: due_date !== null && due_date < presentation.today,
    web_url: `${addressOf(milestone, presentation)}/-/milestones/${iid}`,
  }
}

function addressOf({ project_id, group_id }: MilestoneRecord, presentation: Presentation): string {
  if (project_id !== null) return projectAddress(presentation, project_id)
  const group = presentation.store.namespaces.get(group_id ?? 0)
  return group ? presentation.addresses.group(group) : ''
}

import type { PayloadContext } from '../../../context.ts'
import { existingProject } from '../../../lookups.ts'
import type { HookEvent } from '../../hook-event.ts'
import { spacedTime } from '../times.ts'
import { projectAttributes } from './attributes.ts'

/**
 * Returns the payload of a milestone that was created, closed, reopened or deleted (`Gitlab::DataBuilder::Milestone`).
 */
export function milestonePayload(
  { milestone, action }: HookEvent<'milestone'>,
  presentation: PayloadContext,
) {
  const { id, iid, title, description, state, due_date, start_date, project_id } = milestone
  return {
    object_kind: 'milestone',
    event_type: 'milestone',
    project: projectAttributes(existingProject(presentation, project_id ?? 0), presentation),
    object_attributes: {
      id,
      iid,
      title,
      description,
      state,
      created_at: spacedTime(milestone.created_at),
      updated_at: spacedTime(milestone.updated_at),
      due_date,
      start_date,
      group_id: milestone.group_id,
      project_id,
    },
    action,
  }
}

import type {
  ResourceLabelEvent,
  ResourceMilestoneEvent,
  ResourceStateEvent,
} from '../../../contract/generated/v4/contract.ts'
import type {
  ResourceEvent,
  ResourceLabelEventRecord,
  ResourceMilestoneEventRecord,
  ResourceStateEventRecord,
} from '../../../store/models/resource-event.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { labelBasic } from './label.ts'
import { milestoneOf } from './milestone.ts'
import { userBasic } from './user.ts'

/** Returns the event of a label that was added or removed (schemas/v4/resources/resource-label-event.json). */
export function labelEventResource(
  event: ResourceLabelEventRecord,
  presentation: Presentation,
): ResourceLabelEvent {
  const label = presentation.store.labels.get(event.label_id ?? 0)
  return {
    ...eventOf(event, presentation),
    label: label ? labelBasic(label, presentation) : null,
    action: event.action,
  }
}

export function milestoneEventResource(
  event: ResourceMilestoneEventRecord,
  presentation: Presentation,
): ResourceMilestoneEvent {
  return {
    ...eventOf(event, presentation),
    milestone: milestoneOf(event.milestone_id, presentation),
    action: event.action,
    state: event.state,
  }
}

export function stateEventResource(
  event: ResourceStateEventRecord,
  presentation: Presentation,
): ResourceStateEvent {
  return {
    ...eventOf(event, presentation),
    source_commit: event.source_commit,
    source_merge_request_id: event.source_merge_request_id,
    state: event.state,
  }
}

function eventOf(
  { id, user_id, created_at, resource_type, resource_id }: ResourceEvent,
  presentation: Presentation,
) {
  const user =
    user_id === null ? null : userBasic(existingUser(presentation, user_id), presentation)
  return { id, user, created_at, resource_type, resource_id }
}

import type { Event } from '../contract/generated/contract.ts'
import type { EventRecord } from '../store/models/event.ts'
import type { Presentation } from './presentation.ts'
import { existingUser, userBrief } from './user.ts'

/** An entry of the activity lists (document 1, Activity event). */
export function eventResource(event: EventRecord, presentation: Presentation): Event {
  const author = existingUser(presentation, event.author_id)
  return {
    title: null,
    project_id: event.project_id,
    action_name: event.action_name,
    target_id: event.target_id,
    target_type: event.target_type,
    author_id: event.author_id,
    data: event.data,
    target_title: event.target_title,
    created_at: event.created_at,
    author: userBrief(author, presentation),
    author_username: author.username,
  }
}

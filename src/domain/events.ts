import { seesEvent } from '../access/tracker-visibility.ts'
import type { EventAction, EventRecord } from '../store/models/event.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { Context } from './context.ts'

/** What an event is about, where it is about more than the project; and whose it is, if not the caller's. */
export type EventDetails = Partial<
  Pick<EventRecord, 'author_id' | 'target_type' | 'target_id' | 'target_title' | 'data'>
>

/** Records that the caller did something in a project, which is active as of now. */
export function recordEvent(
  { store, viewer, now }: Context,
  action: EventAction,
  project: ProjectRecord,
  details: EventDetails = {},
): EventRecord {
  const current = store.projects.get(project.id)
  if (current) store.projects.replace(current, { last_activity_at: now })
  return store.events.insert({
    action_name: action,
    author_id: viewer.signedIn().id,
    project_id: project.id,
    created_at: now,
    ...details,
  })
}

/** The events that the caller may see (`schemas/resources/event.json`). */
export function seenEvents(context: Context, events: readonly EventRecord[]): EventRecord[] {
  return events.filter((event) => seesEvent(context, event))
}

import type { EventAction, EventRecord } from '../../store/models/event.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'
import { seesEvent } from '../access/tracker-visibility.ts'
import { applyConsequences, type Context, type SystemContext } from './context.ts'

/** The target of an event that concerns more than the project, and its author if that is not the caller. */
export type EventDetails = Partial<
  Pick<EventRecord, 'author_id' | 'target_type' | 'target_id' | 'target_title' | 'data'>
>

/** Records an event of the caller in a project. */
export function recordEvent(
  context: Context,
  action: EventAction,
  project: ProjectRecord,
  details: EventDetails = {},
): EventRecord {
  const { store, viewer, now, consequences } = context
  applyConsequences(consequences.eventRecorded, context, project)
  return store.events.insert({
    action_name: action,
    author_id: details.author_id ?? viewer.signedIn().id,
    project_id: project.id,
    target_type: details.target_type,
    target_id: details.target_id,
    target_title: details.target_title,
    data: details.data,
    created_at: now,
  })
}

/** `RESET_PROJECT_ACTIVITY_INTERVAL` in app/models/event.rb of GitLab 8.15, in milliseconds. */
const activityInterval = 60 * 60 * 1000

/** Updates the last activity of a project, at most once an hour (getProject in schemas/v3/paths/projects.yaml). */
export function keepActive({ store, now }: SystemContext, { id }: ProjectRecord): void {
  const project = store.projects.get(id)
  if (!project || isSameHour(project.last_activity_at, now)) return
  if (Date.parse(now) - Date.parse(project.last_activity_at) >= activityInterval) {
    store.projects.replace(project, { last_activity_at: now })
  }
}

/**
 * Whether two ISO 8601 times are in the same hour. Compares text: most events follow another soon, and parsing dates
 * is slower.
 */
function isSameHour(one: string, other: string): boolean {
  return one.startsWith(other.slice(0, 'YYYY-MM-DDTHH'.length))
}

/** Sets the time of an event to now. */
export function dateEvent({ store, now }: SystemContext, event: EventRecord): void {
  store.events.replace(event, { created_at: now })
}

/** Sets the last activity of each project to the time of its last event. */
export function settleLastActivity(store: Store): void {
  for (const project of store.projects.all().slice()) {
    const times = store.events.by('project_id', project.id).map(({ created_at }) => created_at)
    const last_activity_at = times.reduce(
      (latest, time) => (time > latest ? time : latest),
      project.created_at,
    )
    if (last_activity_at !== project.last_activity_at) {
      store.projects.replace(project, { last_activity_at })
    }
  }
}

/** Filters events by what the caller may see (`schemas/v3/resources/event.json`). */
export function seenEvents(context: Context, events: readonly EventRecord[]): EventRecord[] {
  return events.filter((event) => seesEvent(context, event))
}

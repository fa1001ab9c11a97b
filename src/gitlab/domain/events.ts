import type { EventAction, EventRecord } from '../../store/models/event.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'
import { seesEvent } from '../access/tracker-visibility.ts'
import { applyConsequences, type Context, type SystemContext } from './context.ts'

/** What an event is about, where it is about more than the project; and whose it is, if not the caller's. */
export type EventDetails = Partial<
  Pick<EventRecord, 'author_id' | 'target_type' | 'target_id' | 'target_title' | 'data'>
>

/** Records that the caller did something in a project. */
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

/** In milliseconds; RESET_PROJECT_ACTIVITY_INTERVAL in app/models/event.rb of GitLab 8.15. */
const activityInterval = 60 * 60 * 1000

/** A project is active as of now, which is noted at most once an hour (getProject in schemas/v3/paths/projects.yaml). */
export function keepActive({ store, now }: SystemContext, { id }: ProjectRecord): void {
  const project = store.projects.get(id)
  if (!project || isSameHour(project.last_activity_at, now)) return
  if (Date.parse(now) - Date.parse(project.last_activity_at) >= activityInterval) {
    store.projects.replace(project, { last_activity_at: now })
  }
}

/** Of two times in ISO 8601; most events come soon after another, of which no time needs to be read. */
function isSameHour(one: string, other: string): boolean {
  return one.startsWith(other.slice(0, 'YYYY-MM-DDTHH'.length))
}

/** Sets when an event happened that was recorded with another time: now. */
export function dateEvent({ store, now }: SystemContext, event: EventRecord): void {
  store.events.replace(event, { created_at: now })
}

/** Sets when each project was last active: when the last of its events happened. */
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

/** The events that the caller may see (`schemas/v3/resources/event.json`). */
export function seenEvents(context: Context, events: readonly EventRecord[]): EventRecord[] {
  return events.filter((event) => seesEvent(context, event))
}

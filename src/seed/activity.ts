import { recordEvent } from '../domain/events.ts'
import type { EventAction, EventRecord } from '../store/models/event.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { UserRecord } from '../store/models/user.ts'
import { isoTime, type Loading } from './loading.ts'
import type { ReadSeed } from './schema.ts'
import { momentOf } from './timeline.ts'

type SeedEvent = NonNullable<ReadSeed['events']>[number]

/**
 * An event that the seed tells of by itself. One that another entry tells of too, as that a project
 * was created or that somebody joined, is told once, at the time that is said here.
 */
export function loadEvent(loading: Loading, seed: SeedEvent, path: string): void {
  const author = loading.user(seed.author, `${path}.author`)
  const project = loading.project(seed.project, `${path}.project`)
  if (!author || !project) return
  const { action } = seed
  const at = isoTime(seed.at) ?? project.created_at
  loading.timeline.add(momentOf(at, 0), () => {
    const known = toldAlready(loading, project, author, action)
    if (known) loading.store.events.replace(known, { created_at: at })
    else recordEvent(loading.as(author, at), action, project)
  })
}

const toldByEntries: readonly EventAction[] = ['created', 'joined', 'left']

function toldAlready(
  { store }: Loading,
  project: ProjectRecord,
  author: UserRecord,
  action: EventAction,
): EventRecord | undefined {
  if (!toldByEntries.includes(action)) return undefined
  return store.events
    .by('project_id', project.id)
    .find(({ author_id, action_name, target_type }) => {
      return author_id === author.id && action_name === action && target_type === null
    })
}

/** A project was last active when the last of what the activity lists tell happened. */
export function settleLastActivity({ store }: Loading): void {
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

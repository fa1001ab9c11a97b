import { omitUndefined } from '../../gitlab/domain/changes.ts'
import { dateEvent, recordEvent } from '../../gitlab/domain/events.ts'
import { createHook } from '../../gitlab/domain/hooks/hooks.ts'
import type { EventAction, EventRecord } from '../../store/models/event.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { SeedHook } from '../schema/hooks.ts'
import type { ReadSeed } from '../schema.ts'
import { each, isoTime, type Loading } from './loading.ts'
import { timestampOf } from './timeline.ts'

type SeedEvent = NonNullable<ReadSeed['events']>[number]

/** Loads the hooks of a seed, and the events that no other entry implies. */
export function loadActivity(loading: Loading, seed: ReadSeed): void {
  each(seed.hooks, 'hooks', (hook, path) => loadHook(loading, hook, path))
  each(seed.events, 'events', (event, path) => loadEvent(loading, event, path))
}

function loadHook(loading: Loading, seed: SeedHook, path: string): void {
  const { project: projectPath, created_at, url, paused, ...others } = seed
  const { url_variables, custom_headers, ...hook } = others
  const project = projectPath && loading.project(projectPath, `${path}.project`)
  if (projectPath && !project) return
  const context = loading.alone(isoTime(created_at) ?? loading.timeWithin())
  createHook(context, {
    url,
    project_id: project ? project.id : null,
    ...(project ? { payloads: 'v4' } : {}),
    ...omitUndefined({ ...hook, is_paused: paused }),
    url_variables: pairsOf(url_variables),
    custom_headers: pairsOf(custom_headers),
  })
}

function pairsOf(pairs: Readonly<Record<string, string>> = {}) {
  return Object.entries(pairs).map(([key, value]) => ({ key, value }))
}

/**
 * Loads an explicit event. Where another entry implies the same event, such as the creation of a project or a new
 * member, it is recorded once, at the time given here.
 */
function loadEvent(loading: Loading, seed: SeedEvent, path: string): void {
  const author = loading.user(seed.author, `${path}.author`)
  const project = loading.project(seed.project, `${path}.project`)
  if (!author || !project) return
  const { action } = seed
  const at = isoTime(seed.at) ?? project.created_at
  loading.timeline.add(timestampOf(at, 0), () => {
    const known = recordedAlready(loading, project, author, action)
    const context = loading.as(author, at)
    if (known) dateEvent(context, known)
    else recordEvent(context, action, project)
  })
}

const RECORDED_BY_ENTRIES: readonly EventAction[] = ['created', 'joined', 'left']

function recordedAlready(
  { store }: Loading,
  project: ProjectRecord,
  author: UserRecord,
  action: EventAction,
): EventRecord | undefined {
  if (!RECORDED_BY_ENTRIES.includes(action)) return undefined
  return store.events
    .by('project_id', project.id)
    .find(({ author_id, action_name, target_type }) => {
      return author_id === author.id && action_name === action && target_type === null
    })
}

import { createStore, type Store } from '../store/store.ts'
import { plantEvent } from './activity.ts'
import { plantDeployment, plantEnvironment } from './deployments.ts'
import { plantGroup, plantOrigin, plantProject } from './groups-and-projects.ts'
import { plantPipeline, plantStatus } from './pipelines.ts'
import { createPlanting, isoTime, type Planting, SeedError, written } from './planting.ts'
import { plantRepositories } from './repositories.ts'
import { type Seed, seedSchema } from './schema.ts'
import { plantTracker } from './tracker.ts'
import { plantAttachments, plantUser } from './users.ts'

/**
 * Makes the world of a seed. The seed is checked as a whole: a wrong one throws a SeedError that
 * lists every problem, and nothing of it is used. `source` is what the error calls it by.
 */
export function plant(seed: unknown, source: string): Store {
  const parsed = seedSchema.safeParse(seed)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({
      path: writePath(path),
      reason: message,
    }))
    throw new SeedError(source, problems)
  }
  const planting = createPlanting(createStore())
  plantAll(planting, parsed.data)
  if (planting.problems.length > 0) throw new SeedError(source, planting.problems)
  return planting.store
}

function plantAll(planting: Planting, seed: Seed): void {
  const { store } = planting
  store.settings.insert(seed.settings ?? {})
  each(seed.users, 'users', (user, path) => plantUser(planting, user, path))
  each(seed.groups, 'groups', (group, path) => plantGroup(planting, group, path))
  each(seed.projects, 'projects', (project, path) => plantProject(planting, project, path))
  each(seed.projects, 'projects', (project, path) => plantOrigin(planting, project, path))
  plantRepositories(planting, seed)
  each(seed.environments, 'environments', (entry, path) => plantEnvironment(planting, entry, path))
  each(seed.deployments, 'deployments', (entry, path) => plantDeployment(planting, entry, path))
  each(seed.pipelines, 'pipelines', (pipeline, path) => plantPipeline(planting, pipeline, path))
  each(seed.statuses, 'statuses', (status, path) => plantStatus(planting, status, path))
  each(seed.users, 'users', (user, path) => plantAttachments(planting, user, path))
  each(seed.projects, 'projects', (project, path) =>
    plantTracker(planting, project.path, project, path),
  )
  each(seed.trackers, 'trackers', (tracker, path) => {
    if (!planting.project(tracker.project, `${path}.project`)) return
    plantTracker(planting, tracker.project, tracker, path)
  })
  each(seed.hooks, 'hooks', ({ created_at, ...hook }) => {
    const since = isoTime(created_at)
    store.hooks.insert({
      ...written(hook),
      ...written({ created_at: since, updated_at: since }),
      url: hook.url,
    })
  })
  each(seed.events, 'events', (event, path) => {
    const author = planting.user(event.author, `${path}.author`)
    const project = planting.project(event.project, `${path}.project`)
    if (!author || !project) return
    const at = isoTime(event.at) ?? project.created_at
    plantEvent(planting, project, event.action, { author_id: author.id, at })
  })
}

function each<T>(
  entries: readonly T[] | undefined,
  name: string,
  step: (entry: T, path: string) => void,
): void {
  for (const [index, entry] of (entries ?? []).entries()) step(entry, `${name}[${index}]`)
}

/** `projects[2].members.jane` */
function writePath(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`,
    )
    .join('')
}

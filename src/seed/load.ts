import { folded } from '../store/collections.ts'
import { createStore, type Store } from '../store/store.ts'
import { loadEvent } from './activity.ts'
import { type CheckedSeed, checkSeed, placeAsGiven } from './check.ts'
import { loadDeployment, loadEnvironment } from './deployments.ts'
import { loadGroup, loadOrigin, loadProject } from './groups-and-projects.ts'
import { createLoading, isoTime, type Loading, written } from './loading.ts'
import { loadPipeline, loadStatus } from './pipelines.ts'
import { givenAsObject, SeedError, type SeedOrigin, type SeedProblem } from './problems.ts'
import { loadRepositories } from './repositories.ts'
import type { ReadSeed } from './schema.ts'
import { loadTracker } from './tracker.ts'
import { loadAttachments, loadUser } from './users.ts'

/**
 * Makes the world of a seed. The seed is checked as a whole: a wrong one throws a SeedError that
 * lists every problem, of shape and of names alike, and nothing of it is used. `source` is what the
 * error calls it by; `origin` knows the files that it was read from.
 */
export function loadSeed(seed: unknown, source: string, origin = givenAsObject): Store {
  const checked = checkSeed(seed)
  const loading = createLoading(createStore())
  loadAll(loading, checked.seed)
  const found = [...checked.problems, ...problemsIn(loading, checked)]
  const problems = [...origin.problems, ...found.map((one) => placed(one, origin))]
  if (problems.length > 0) throw new SeedError(source, problems)
  return loading.store
}

/** Where the shape is wrong, only what would be wrong as well with the shape mended. */
function problemsIn({ problems }: Loading, { leftOut, ...checked }: CheckedSeed): SeedProblem[] {
  if (checked.problems.length === 0) return problems
  return problems.flatMap(({ path, reason, name }) =>
    name === undefined || leftOut.texts.has(folded(name))
      ? []
      : [{ path: placeAsGiven(path, leftOut), reason }],
  )
}

function placed({ path, reason }: SeedProblem, { locate }: SeedOrigin): SeedProblem {
  return { ...locate(path), reason }
}

function loadAll(loading: Loading, seed: ReadSeed): void {
  const { store } = loading
  store.settings.insert(seed.settings ?? {})
  each(seed.users, 'users', (user, path) => loadUser(loading, user, path))
  each(seed.groups, 'groups', (group, path) => loadGroup(loading, group, path))
  each(seed.projects, 'projects', (project, path) => loadProject(loading, project, path))
  each(seed.projects, 'projects', (project, path) => loadOrigin(loading, project, path))
  loadRepositories(loading, seed)
  each(seed.environments, 'environments', (entry, path) => loadEnvironment(loading, entry, path))
  each(seed.deployments, 'deployments', (entry, path) => loadDeployment(loading, entry, path))
  each(seed.pipelines, 'pipelines', (pipeline, path) => loadPipeline(loading, pipeline, path))
  each(seed.statuses, 'statuses', (status, path) => loadStatus(loading, status, path))
  each(seed.users, 'users', (user, path) => loadAttachments(loading, user, path))
  each(seed.projects, 'projects', (project, path) =>
    loadTracker(loading, project.path, project, path),
  )
  each(seed.trackers, 'trackers', (tracker, path) => {
    if (!loading.project(tracker.project, `${path}.project`)) return
    loadTracker(loading, tracker.project, tracker, path)
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
    const author = loading.user(event.author, `${path}.author`)
    const project = loading.project(event.project, `${path}.project`)
    if (!author || !project) return
    const at = isoTime(event.at) ?? project.created_at
    loadEvent(loading, project, event.action, { author_id: author.id, at })
  })
}

function each<T>(
  entries: readonly T[] | undefined,
  name: string,
  step: (entry: T, path: string) => void,
): void {
  for (const [index, entry] of (entries ?? []).entries()) step(entry, `${name}[${index}]`)
}

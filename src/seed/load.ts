import { settleLastActivity } from '../gitlab/domain/events.ts'
import { ensureSettings } from '../gitlab/domain/instance-settings.ts'
import { folded } from '../store/collections.ts'
import type { Store } from '../store/store.ts'
import { type CheckedSeed, checkSeed, placeAsGiven } from './check.ts'
import { each } from './entries.ts'
import { loadGroup, loadProject } from './groups-and-projects.ts'
import { createLoading, type Loading, type LoadingOptions } from './loading.ts'
import { givenAsObject, SeedError, type SeedOrigin, type SeedProblem } from './problems.ts'
import type { ReadSeed } from './schema.ts'
import type { Tellers } from './tellers.ts'
import { loadAttachments, loadUser } from './users.ts'

/**
 * Adds the world of a seed to a store that may hold something already, within a transaction of the
 * caller's. The seed is checked as a whole: a wrong one throws a SeedError that lists every problem, of
 * shape and of names alike, and nothing of it is to be used. `source` is what the error calls it by;
 * `origin` knows the files that it was read from.
 */
export function addSeed(
  store: Store,
  seed: unknown,
  source: string,
  tellers: Tellers,
  origin = givenAsObject,
  options: LoadingOptions = {},
): Loading {
  const checked = checkSeed(seed)
  const loading = createLoading(store, options, tellers.consequences?.consequencesBeside)
  loadAll(loading, checked.seed, tellers)
  const found = [...checked.problems, ...problemsIn(loading, checked)]
  const problems = [...origin.problems, ...found.map((one) => placed(one, origin))]
  if (problems.length > 0) throw new SeedError(source, problems)
  return loading
}

/** Where the shape is wrong, only what would be wrong as well with the shape mended. */
function problemsIn({ problems }: Loading, { leftOut, ...checked }: CheckedSeed): SeedProblem[] {
  if (checked.problems.length === 0) {
    return problems.map(({ path, reason }) => ({ path, reason }))
  }
  return problems.flatMap(({ path, reason, name }) =>
    name === undefined || leftOut.texts.has(folded(name))
      ? []
      : [{ path: placeAsGiven(path, leftOut), reason }],
  )
}

function placed({ path, reason }: SeedProblem, { locate }: SeedOrigin): SeedProblem {
  return { ...locate(path), reason }
}

/**
 * Users, groups and projects are there from the beginning; what happens in the projects then happens
 * in the order of time, in the name of whoever did it.
 */
function loadAll(loading: Loading, seed: ReadSeed, tellers: Tellers): void {
  const { store } = loading
  if (seed.records) tellers.records?.importWorld(store, seed.records, loading.problems)
  ensureSettings(store, seed.settings)
  each(seed.users, 'users', (user, path) => loadUser(loading, user, path))
  each(seed.groups, 'groups', (group, path) => loadGroup(loading, group, path))
  each(seed.projects, 'projects', (project, path) => loadProject(loading, project, path))
  tellers.repositories?.loadRepositories(loading, seed)
  tellers.builds?.loadCommitReports(loading, seed)
  each(seed.users, 'users', (user, path) => loadAttachments(loading, user, path))
  tellers.trackers?.loadTrackers(loading, seed)
  tellers.activity?.loadActivity(loading, seed)
  loading.finish()
  settleLastActivity(store)
}

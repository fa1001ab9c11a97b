import { settleLastActivity } from '../gitlab/domain/events.ts'
import { ensureSettings } from '../gitlab/domain/instance-settings.ts'
import { ensureTopics } from '../gitlab/domain/projects/topics.ts'
import { folded } from '../store/record-keys.ts'
import { createStore, type Store } from '../store/store.ts'
import { type CheckedSeed, checkSeed, placeAsGiven } from './check.ts'
import { loadAccess } from './loaders/access.ts'
import { loadActivity } from './loaders/activity.ts'
import { loadAutomation } from './loaders/automation.ts'
import { loadBadges, loadIntegrations } from './loaders/badges.ts'
import { loadCommitReports } from './loaders/commit-reports.ts'
import { loadGroups, loadProjects } from './loaders/groups-and-projects.ts'
import { loadInstance } from './loaders/instance.ts'
import { loadInvitations } from './loaders/invitations.ts'
import { createLoading, type Loading, type LoadingOptions } from './loaders/loading.ts'
import { loadOutside } from './loaders/outside.ts'
import { loadRepositories } from './loaders/repositories.ts'
import { loadTrackers } from './loaders/trackers.ts'
import { loadAttachments, loadUsers } from './loaders/users.ts'
import { loadWikis } from './loaders/wikis.ts'
import { givenAsObject, SeedError, type SeedOrigin, type SeedProblem } from './problems.ts'
import { loadRecords } from './records/import.ts'
import type { ReadSeed } from './schema.ts'

/**
 * The loaders of the parts of a seed, in this order. Users, groups and projects are created first. What happens in
 * projects is put on the timeline, and executed in the order of time on behalf of its author.
 */
const loaders: readonly ((loading: Loading, seed: ReadSeed) => void)[] = [
  loadRecords,
  loadSettings,
  loadInstance,
  loadUsers,
  loadGroups,
  loadProjects,
  loadRepositories,
  loadCommitReports,
  loadAutomation,
  loadBadges,
  loadIntegrations,
  loadInvitations,
  loadWikis,
  loadOutside,
  loadAccess,
  loadAttachments,
  loadTrackers,
  loadActivity,
]

/** Loads the world of a seed into a new store. @throws SeedError as `addSeed` does. */
export function loadSeed(
  seed: unknown,
  source: string,
  origin = givenAsObject,
  options: LoadingOptions = {},
): Store {
  const store = createStore()
  addSeed(store, seed, source, origin, options)
  return store
}

/**
 * Adds the world of a seed to a store, which may hold records already, within a transaction of the caller. The whole
 * seed is checked: where it is wrong, a SeedError lists every problem of shape and of names, and the caller must
 * discard the result. `source` names the seed in the error; `origin` has the files that it was read from.
 */
export function addSeed(
  store: Store,
  seed: unknown,
  source: string,
  origin = givenAsObject,
  options: LoadingOptions = {},
): void {
  options.onProgress?.({ stage: 'checking', done: 0 })
  const checked = checkSeed(seed)
  options.onProgress?.({ stage: 'loading', done: 0 })
  const { repositories } = origin
  const loading = createLoading(store, { ...options, ...(repositories && { repositories }) })
  for (const load of loaders) load(loading, checked.seed)
  loading.finish()
  settleTopics(store)
  settleLastActivity(store)
  const found = [...checked.problems, ...problemsIn(loading, checked)]
  const problems = [...origin.problems, ...found.map((one) => placed(one, origin))]
  if (problems.length > 0) throw new SeedError(source, problems)
}

/** Creates the topics that projects name, which worlds exported before topics had records do not contain. */
function settleTopics(store: Store): void {
  for (const { tag_list, created_at } of store.projects.all()) {
    ensureTopics({ store, now: created_at }, tag_list)
  }
}

/** Returns the problems of names. Where the shape is wrong as well, only those that would remain after mending it. */
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

function loadSettings({ store }: Loading, { settings }: ReadSeed): void {
  ensureSettings(store, settings)
}

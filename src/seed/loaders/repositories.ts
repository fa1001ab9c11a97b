import { findProject } from '../../gitlab/domain/find.ts'
import { forkRepository, markAsFork } from '../../gitlab/domain/projects/fork.ts'
import {
  importRepository,
  protectImportedBranch,
} from '../../gitlab/domain/repositories/bring-in.ts'
import { setDefaultBranch } from '../../gitlab/domain/repositories/default-branch.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { SeedRepository } from '../schema/repositories.ts'
import type { ReadSeed } from '../schema.ts'
import { originOf } from './groups-and-projects.ts'
import { each, type Loading } from './loading.ts'
import { loadCommits } from './repository-commits.ts'
import {
  loadBranches,
  loadComments,
  loadProtections,
  loadTagProtections,
  loadTags,
} from './repository-names.ts'
import { noTimes, timesOfFork } from './repository-times.ts'
import { timestampOf } from './timeline.ts'

/**
 * Creates the repositories of a seed. A fork starts with the commits that its origin has at that time, so origins are
 * loaded first. Labels of commits are stored in `loading.labels`, for builds and merge requests.
 */
export function loadRepositories(loading: Loading, seed: ReadSeed): void {
  const { store } = loading
  const waiting = seedsByProject(loading, seed)
  const forks = forksIn(loading, seed)
  const isDone = new Set<number>()
  function load(project: ProjectRecord): void {
    if (isDone.has(project.id)) return
    isDone.add(project.id)
    const fork = forks.get(project.id)
    if (fork) {
      load(fork.origin)
      loadFork(loading, project, fork)
    }
    const own = waiting.get(project.id)
    if (own) loadRepository(loading, project, own, fork !== undefined)
  }
  for (const project of store.projects.all().slice()) load(project)
}

interface Fork {
  readonly origin: ProjectRecord
  readonly created_at: string | undefined
}

function forksIn(loading: Loading, seed: ReadSeed): ReadonlyMap<number, Fork> {
  const { store } = loading
  const forks = new Map<number, Fork>()
  each(seed.projects, 'projects', (entry, path) => {
    const fork = findProject(store, entry.path)
    const origin = originOf(loading, entry, path)
    if (!fork || !origin) return
    markAsFork(loading.alone(fork.created_at), fork, origin)
    forks.set(fork.id, { origin, created_at: entry.created_at })
  })
  return forks
}

function loadFork(loading: Loading, fork: ProjectRecord, { origin, created_at }: Fork): void {
  const { store, labels, times, timeline } = loading
  const ofOrigin = times.get(origin.id) ?? noTimes()
  const timestamp = timestampOf(created_at && fork.created_at, ofOrigin.last)
  times.set(fork.id, timesOfFork(ofOrigin, timestamp))
  timeline.add(timestamp, () => {
    const { default_branch } = store.projects.get(fork.id) ?? fork
    const context = loading.alone(fork.created_at)
    forkRepository(context, origin, fork)
    if (loading.stated.defaultBranch.has(fork.id)) setDefaultBranch(context, fork, default_branch)
    labels.set(fork.id, new Map(labels.get(origin.id)))
  })
}

interface Waiting {
  readonly repository: SeedRepository
  readonly path: string
}

function seedsByProject(loading: Loading, seed: ReadSeed): ReadonlyMap<number, Waiting> {
  const waiting = new Map<number, Waiting>()
  const add = (name: string, where: string, repository: SeedRepository, path: string) => {
    const project = loading.project(name, where)
    if (!project || loading.isTwice(waiting.get(project.id), name, where)) return
    waiting.set(project.id, { repository, path })
  }
  each(seed.projects, 'projects', ({ path, repository }, where) => {
    const place = `${where}.repository`
    // An invalid project is reported elsewhere, once.
    if (repository && findProject(loading.store, path)) add(path, place, repository, place)
  })
  each(seed.repositories, 'repositories', ({ project, ...repository }, path) => {
    add(project, `${path}.project`, repository, path)
  })
  return waiting
}

/** Loads commits, branches, tags, protections and comments. The first branch is the default one. */
function loadRepository(
  loading: Loading,
  project: ProjectRecord,
  { repository: seed, path }: Waiting,
  isFork: boolean,
): void {
  const { store, stated, times } = loading
  if (seed.protected_branches) stated.protectedBranches.add(project.id)
  if (seed.from !== undefined) bringIn(loading, project, seed.from, `${path}.from`)
  const isThere = isFork || store.repositories.get(project.id) !== undefined
  const default_branch = seed.default_branch ?? (isThere ? undefined : seed.commits?.[0]?.branch)
  const current = store.projects.get(project.id)
  if (default_branch !== undefined && current) {
    stated.defaultBranch.add(project.id)
    setDefaultBranch(loading.alone(current.created_at), current, default_branch)
  }
  if (!times.has(project.id)) times.set(project.id, noTimes())
  const into = { loading, project: store.projects.get(project.id) ?? project, path }
  loadCommits(into, seed)
  loadBranches(into, seed)
  loadTags(into, seed)
  loadProtections(into, seed)
  loadTagProtections(into, seed)
  loadComments(into, seed)
}

/** Imports a git repository. They are only read for a seed that comes from a file. */
function bringIn(loading: Loading, project: ProjectRecord, from: string, path: string): void {
  const { store, stated, repositories, problems } = loading
  const brought = repositories.get(from)
  if (!brought) {
    const reason = 'a repository can be brought in only for a seed that is a file itself'
    problems.push({ path, reason })
  } else if (store.repositories.get(project.id) !== undefined) {
    problems.push({ path, reason: 'the project has a repository already' })
  } else {
    const context = loading.alone(project.created_at)
    importRepository(context, project, brought)
    if (!stated.protectedBranches.has(project.id)) protectImportedBranch(context, project)
  }
}

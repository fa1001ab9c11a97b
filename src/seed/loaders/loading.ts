import { readTime } from '../../contract/time.ts'
import type { GitCommit } from '../../git/objects/objects.ts'
import { listBranches } from '../../git/repository.ts'
import type { Context, SystemContext } from '../../gitlab/domain/context.ts'
import { findProject } from '../../gitlab/domain/find.ts'
import type { ImportedRepository } from '../../gitlab/domain/repositories/bring-in.ts'
import { findCommit, repositoryOf } from '../../gitlab/domain/repositories/repositories.ts'
import { suggestion } from '../../shared/suggestion.ts'
import { epoch } from '../../store/models/fields.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { folded, fullPath } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import type { SeedProblem } from '../problems.ts'
import { consequencesBeside, nothingStated, type Stated } from './consequences.ts'
import { createContexts } from './contexts.ts'
import type { Merges } from './merged-by.ts'
import { createIds, createNumbers, type Ids, type Numbers } from './numbers.ts'
import type { RepositoryTimes } from './repository-times.ts'
import { createTimeline, type Timeline } from './timeline.ts'

/** A problem with a name that is unknown or used twice. */
export interface NameProblem extends SeedProblem {
  readonly name?: string
}

/** The state of loading a seed into a store. It resolves names and records the unknown ones. */
export interface Loading {
  readonly store: Store
  readonly problems: NameProblem[]
  /** Records a problem where a unique value is taken already. Returns whether it is. */
  isTwice(record: object | undefined, value: string | number, path: string): boolean
  user(name: string, path: string): UserRecord | undefined
  /** Finds the user with a name; without a name, the owner of the project. */
  author(name: string | undefined, project: ProjectRecord, path: string): UserRecord | undefined
  group(name: string, path: string): NamespaceRecord | undefined
  project(name: string, path: string): ProjectRecord | undefined
  /** Finds a commit by its label in the project's repository, or by a branch, a tag or a SHA. */
  commit(project: ProjectRecord, revision: string, path: string): GitCommit | undefined
  /** Records an unknown name as a problem, with the closest known name. */
  unknown(what: string, name: string, path: string, known: Iterable<string>): void
  /** The commits by label, per project id. */
  readonly labels: Map<number, Map<string, GitCommit>>
  /** The times at which the commits and branches of each project are created, by project id. */
  readonly times: Map<number, RepositoryTimes>
  /** The steps to execute in the order of time. */
  readonly timeline: Timeline
  /** The ids of new records. */
  readonly ids: Ids
  /** The iids of issues and merge requests. */
  readonly numbers: Numbers
  /** The merge requests that a commit merges, by project id and label. */
  readonly merges: Merges
  /** What the seed states explicitly, so that it is not derived as well. */
  readonly stated: Stated
  /** The repositories that were read for the seed, by the name that it gives them. */
  readonly repositories: ReadonlyMap<string, ImportedRepository>
  /** Returns the default time, in a project or in the world. */
  timeWithin(project?: ProjectRecord): string
  /** Returns the context for an action of a user at a time; permissions are not checked. */
  as(user: UserRecord, time: string): Context
  /** Returns the context for an action of the forge itself. */
  alone(time: string): SystemContext
  /** Adds a step to execute after the timeline, so that a state that the seed gives explicitly prevails. */
  atLast(step: () => void): void
  /** Executes all deferred steps. */
  finish(): void
}

/** The progress of loading a seed. */
export interface SeedProgress {
  /** The stage: the files are read, then the seed is checked, then it is loaded. */
  readonly stage: 'reading' | 'checking' | 'loading'
  /** The progress within the stage, from 0 to 1. */
  readonly done: number
}

/** The options of loading a seed. */
export interface LoadingOptions {
  /** The default time, ISO 8601; without it, the time at which the project was created. */
  readonly now?: string
  random?(): number
  /** The repositories that the seed refers to by `from`, with that as the key. */
  readonly repositories?: ReadonlyMap<string, ImportedRepository>
  /** Called repeatedly and synchronously while the seed is loaded. */
  onProgress?(progress: SeedProgress): void
}

export function createLoading(store: Store, options: LoadingOptions = {}): Loading {
  const { now, random, repositories = new Map(), onProgress } = options
  const problems: NameProblem[] = []
  const labels = new Map<number, Map<string, GitCommit>>()
  const timeline = createTimeline()
  const stated = nothingStated()
  const following = consequencesBeside(stated)
  const last: (() => void)[] = []
  const ids = createIds((taken, value, path) => loading.isTwice(taken, value, path))
  const contexts = createContexts({ store, consequences: following, random: random ?? (() => 0) })
  const loading: Loading = {
    store,
    problems,
    labels,
    times: new Map(),
    timeline,
    stated,
    repositories,
    ids,
    numbers: createNumbers(store, ids, (taken, value, path) => loading.isTwice(taken, value, path)),
    merges: new Map(),
    timeWithin: (project) => now ?? project?.created_at ?? epoch,
    ...contexts,
    atLast: (step) => last.push(step),
    finish() {
      const release = loading.numbers.reserve()
      timeline.run((done) => onProgress?.({ stage: 'loading', done }))
      release()
      for (const step of last) step()
    },
    isTwice(record, value, path) {
      if (record) problems.push({ path, reason: `"${value}" is there twice`, name: String(value) })
      return record !== undefined
    },
    user(name, path) {
      const user = store.users.one('username', folded(name))
      if (!user) loading.unknown('user', name, path, usernames(store))
      return user
    },
    author(name, project, path) {
      if (name !== undefined) return loading.user(name, path)
      const owner = ownerOf(store, project)
      if (!owner) problems.push({ path, reason: 'is missing: the project has no owner' })
      return owner
    },
    group(name, path) {
      const namespace = store.namespaces.one('full_path', folded(name))
      if (namespace?.kind === 'group') return namespace
      const groups = store.namespaces.by('kind', 'group').map(fullPath)
      loading.unknown('group', name, path, groups)
      return undefined
    },
    project(name, path) {
      const project = findProject(store, name)
      if (!project) loading.unknown('project', name, path, projectPaths(store))
      return project
    },
    commit(project, revision, path) {
      const labelled = labels.get(project.id)
      const commit = labelled?.get(revision) ?? findCommit(store, project, revision)
      if (commit) return commit
      const branches = listBranches(repositoryOf(store, project)).map(({ name }) => name)
      loading.unknown('commit', revision, path, [...(labelled?.keys() ?? []), ...branches])
      return undefined
    },
    unknown(what, name, path, known) {
      const reason = `there is no ${what} "${name}" in this seed${suggestion(name, known)}`
      problems.push({ path, reason, name })
    },
  }
  return loading
}

const usernames = (store: Store) => store.users.all().map(({ username }) => username)

function projectPaths(store: Store): string[] {
  return store.projects.all().map(({ namespace_id, path }) => {
    const namespace = store.namespaces.get(namespace_id)
    return namespace ? `${fullPath(namespace)}/${path}` : path
  })
}

/** Finds the creator of a project, else the first master of it or of its group. */
function ownerOf(store: Store, project: ProjectRecord): UserRecord | undefined {
  const members = [
    ...store.members.by('source', `project:${project.id}`),
    ...store.members.by('source', `group:${project.namespace_id}`),
  ]
  const master = members.find(({ access_level }) => access_level >= levels.master)
  return store.users.get(project.creator_id) ?? store.users.get(master?.user_id ?? 0)
}

/** Converts a time to ISO 8601 with milliseconds, as in responses of the API. */
export function isoTime(text: string | undefined): string | undefined {
  return text === undefined ? undefined : readTime(text)
}

/** The access levels. v3 calls a maintainer a master and has no planners. */
export const levels = {
  guest: 10,
  planner: 15,
  reporter: 20,
  developer: 30,
  master: 40,
  maintainer: 40,
  owner: 50,
} as const

/** Calls a function with each entry of a list and its path. */
export function each<T>(
  entries: readonly T[] | undefined,
  name: string,
  step: (entry: T, path: string) => void,
): void {
  entries?.forEach((entry, index) => {
    step(entry, `${name}[${index}]`)
  })
}

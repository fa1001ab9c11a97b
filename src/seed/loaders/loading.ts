import { readTime } from '../../contract/time.ts'
import type { GitCommit } from '../../git/objects/objects.ts'
import { listBranches } from '../../git/repository.ts'
import type { Context, SystemContext } from '../../gitlab/domain/context.ts'
import { findProject } from '../../gitlab/domain/find.ts'
import type { BroughtRepository } from '../../gitlab/domain/repositories/bring-in.ts'
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

/** A problem with a name: one that nothing has, or that two things have. */
export interface NameProblem extends SeedProblem {
  readonly name?: string
}

/** A store that a seed is being loaded into: names are looked up, unknown ones noted. */
export interface Loading {
  readonly store: Store
  readonly problems: NameProblem[]
  /** Notes that what must be one of its kind is there already; says whether it is. */
  isTwice(record: object | undefined, value: string | number, path: string): boolean
  user(name: string, path: string): UserRecord | undefined
  /** The user of a name; where none is named, the owner of the project. */
  author(name: string | undefined, project: ProjectRecord, path: string): UserRecord | undefined
  group(name: string, path: string): NamespaceRecord | undefined
  project(name: string, path: string): ProjectRecord | undefined
  /** A commit by its label in the project's repository, or by a branch, a tag or a SHA. */
  commit(project: ProjectRecord, revision: string, path: string): GitCommit | undefined
  /** Notes that there is nothing of a name, with the closest of the names that there are. */
  unknown(what: string, name: string, path: string, known: Iterable<string>): void
  /** The labels of each project's commits, by the project's id. */
  readonly labels: Map<number, Map<string, GitCommit>>
  /** When the commits and branches of each project come into being, by the project's id. */
  readonly times: Map<number, RepositoryTimes>
  /** What happens, in the order of time. */
  readonly timeline: Timeline
  /** Which ids new records have. */
  readonly ids: Ids
  /** Which numbers issues and merge requests have. */
  readonly numbers: Numbers
  /** Which merge requests a commit merges, by its project's id and its label. */
  readonly merges: Merges
  /** What the seed says itself, and does not follow as well. */
  readonly stated: Stated
  /** The repositories that were read for the seed, by what it calls them. */
  readonly repositories: ReadonlyMap<string, BroughtRepository>
  /** When that happens for which no time is said, in a project or anywhere. */
  timeWithin(project?: ProjectRecord): string
  /** The context in which a user does something at a time; nobody is asked for permission. */
  as(user: UserRecord, time: string): Context
  /** The context in which the forge does something by itself. */
  alone(time: string): SystemContext
  /** What is done once the timeline is: what the seed says outright holds, whatever else happened. */
  atLast(step: () => void): void
  /** Does everything that was put off. */
  finish(): void
}

/** How far a seed is loaded. */
export interface SeedProgress {
  /** First its files are read, then it is checked, then it is loaded. */
  readonly stage: 'reading' | 'checking' | 'loading'
  /** Which part of the stage is done, from 0 to 1. */
  readonly done: number
}

/** What a seed is loaded with beside the store. */
export interface LoadingOptions {
  /** ISO 8601: when that happens for which no time is said; else when its project was made. */
  readonly now?: string
  random?(): number
  /** The repositories that the seed names by `from`, by that. */
  readonly repositories?: ReadonlyMap<string, BroughtRepository>
  /** Called now and then while the seed is loaded, in the step that loads it. */
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

/** The creator of a project, else the first master of it or of its group. */
function ownerOf(store: Store, project: ProjectRecord): UserRecord | undefined {
  const members = [
    ...store.members.by('source', `project:${project.id}`),
    ...store.members.by('source', `group:${project.namespace_id}`),
  ]
  const master = members.find(({ access_level }) => access_level >= levels.master)
  return store.users.get(project.creator_id) ?? store.users.get(master?.user_id ?? 0)
}

/** ISO 8601 with milliseconds, as the API shows times. */
export function isoTime(text: string | undefined): string | undefined {
  return text === undefined ? undefined : readTime(text)
}

/** v3 calls a maintainer a master, and knows no planners. */
export const levels = {
  guest: 10,
  planner: 15,
  reporter: 20,
  developer: 30,
  master: 40,
  maintainer: 40,
  owner: 50,
} as const

/** Does something with each entry of a list, and its path. */
export function each<T>(
  entries: readonly T[] | undefined,
  name: string,
  step: (entry: T, path: string) => void,
): void {
  entries?.forEach((entry, index) => {
    step(entry, `${name}[${index}]`)
  })
}

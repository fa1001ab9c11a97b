import { readTime } from '../contract/time.ts'
import { findCommit, repositoryOf } from '../domain/repositories/repositories.ts'
import type { GitCommit } from '../git/objects.ts'
import { listBranches } from '../git/repository.ts'
import { folded } from '../store/collections.ts'
import type { NamespaceRecord } from '../store/models/namespace.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Store } from '../store/store.ts'
import type { SeedProblem } from './problems.ts'
import { suggestion } from './suggestion.ts'

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
}

export function createLoading(store: Store): Loading {
  const problems: NameProblem[] = []
  const labels = new Map<number, Map<string, GitCommit>>()
  const loading: Loading = {
    store,
    problems,
    labels,
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
      const namespace = store.namespaces.one('path', folded(name))
      if (namespace?.kind === 'group') return namespace
      const groups = store.namespaces.by('kind', 'group').map((group) => group.path)
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
      const branches = listBranches(repositoryOf(store, project)).map(({ name }) => name)
      const known = [...(labelled?.keys() ?? []), ...branches]
      if (!commit) loading.unknown('commit', revision, path, known)
      return commit
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
    return `${store.namespaces.get(namespace_id)?.path}/${path}`
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

/** The project of a NAMESPACE/PROJECT. */
export function findProject(store: Store, name: string): ProjectRecord | undefined {
  const [namespacePath = '', projectPath = ''] = folded(name).split('/')
  const namespace = store.namespaces.one('path', namespacePath)
  return store.projects
    .by('namespace_id', namespace?.id)
    .find((candidate) => folded(candidate.path) === projectPath)
}

/** ISO 8601 with milliseconds, as the API shows times. */
export function isoTime(text: string | undefined): string | undefined {
  return text === undefined ? undefined : readTime(text)
}

/** The entries of an object whose value was written. */
export function written<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}

export const levels = { guest: 10, reporter: 20, developer: 30, master: 40, owner: 50 } as const
export const visibilities = { private: 0, internal: 10, public: 20 } as const

import { readTime } from '../contract/time.ts'
import { findCommit } from '../domain/repositories/repositories.ts'
import type { GitCommit } from '../git/objects.ts'
import { folded } from '../store/collections.ts'
import type { NamespaceRecord } from '../store/models/namespace.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Store } from '../store/store.ts'

/** What is wrong with a seed, and where. */
export interface SeedProblem {
  /** Such as `projects[2].members.jane`. */
  readonly path: string
  readonly reason: string
}

/** A seed that cannot be planted; the message names the source, each path and each reason. */
export class SeedError extends Error {
  readonly problems: readonly SeedProblem[]

  constructor(source: string, problems: readonly SeedProblem[]) {
    const lines = problems.map(({ path, reason }) => `${path || '(top)'}: ${reason}`)
    super(
      lines.length === 1
        ? `The seed ${source} is wrong at ${lines[0]}`
        : `The seed ${source} is wrong in ${lines.length} places:\n  ${lines.join('\n  ')}`,
    )
    this.name = 'SeedError'
    this.problems = problems
  }
}

/** A store that a seed is being planted in: names are looked up, unknown ones noted. */
export interface Planting {
  readonly store: Store
  readonly problems: SeedProblem[]
  /** Notes that what must be one of its kind is there already; says whether it is. */
  isTwice(record: object | undefined, value: string | number, path: string): boolean
  user(name: string, path: string): UserRecord | undefined
  group(name: string, path: string): NamespaceRecord | undefined
  project(name: string, path: string): ProjectRecord | undefined
  /** A commit by its label in the project's repository, or by a branch, a tag or a SHA. */
  commit(project: ProjectRecord, revision: string, path: string): GitCommit | undefined
  /** The labels of each project's commits, by the project's id. */
  readonly labels: Map<number, Map<string, GitCommit>>
}

export function createPlanting(store: Store): Planting {
  const problems: SeedProblem[] = []
  const labels = new Map<number, Map<string, GitCommit>>()
  function known<T>(
    record: T | undefined,
    what: string,
    name: string,
    path: string,
  ): T | undefined {
    if (!record) problems.push({ path, reason: `there is no ${what} "${name}" in this seed` })
    return record
  }
  return {
    store,
    problems,
    isTwice(record, value, path) {
      if (record) problems.push({ path, reason: `"${value}" is there twice` })
      return record !== undefined
    },
    user: (name, path) => known(store.users.one('username', folded(name)), 'user', name, path),
    group(name, path) {
      const namespace = store.namespaces.one('path', folded(name))
      return known(namespace?.kind === 'group' ? namespace : undefined, 'group', name, path)
    },
    project: (name, path) => known(findPlanted(store, name), 'project', name, path),
    commit(project, revision, path) {
      const labelled = labels.get(project.id)?.get(revision)
      return known(labelled ?? findCommit(store, project, revision), 'commit', revision, path)
    },
    labels,
  }
}

/** The project of a NAMESPACE/PROJECT. */
export function findPlanted(store: Store, name: string): ProjectRecord | undefined {
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

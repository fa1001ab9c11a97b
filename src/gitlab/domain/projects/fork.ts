import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'

/** Notes of a project which one it is a fork of. */
export function markAsFork(
  { store }: SystemContext,
  fork: ProjectRecord,
  origin: ProjectRecord,
): void {
  store.projects.replace(fork, { forked_from_project_id: origin.id })
}

/** Gives a fork the branches and tags of the project it comes from; the objects are shared anyway. */
export function forkRepository(
  { store }: SystemContext,
  origin: ProjectRecord,
  fork: ProjectRecord,
): void {
  const record = store.repositories.get(origin.id)
  if (!record) return
  store.repositories.insert({ id: fork.id, refs: record.refs })
  const { default_branch } = store.projects.get(origin.id) ?? origin
  store.projects.replace(fork, { default_branch })
}

/** Whether two projects are forks of each other, or of one project, however many forks are between. */
export function areInOneForkNetwork(
  store: Store,
  one: ProjectRecord,
  other: ProjectRecord,
): boolean {
  return rootOf(store, one).id === rootOf(store, other).id
}

/** Whether a project is another one, or comes from it, however many forks are between. */
export function comesFrom(store: Store, project: ProjectRecord, other: ProjectRecord): boolean {
  return originsOf(store, project).some(({ id }) => id === other.id)
}

/** What a project is a fork of in the end; itself where it is none. */
function rootOf(store: Store, project: ProjectRecord): ProjectRecord {
  return originsOf(store, project).at(-1) ?? project
}

/** A project, what it is a fork of, what that is a fork of, and so on. */
function originsOf(store: Store, project: ProjectRecord): ProjectRecord[] {
  const origins: ProjectRecord[] = []
  for (let next: ProjectRecord | undefined = project; next && !origins.includes(next); ) {
    origins.push(next)
    next = store.projects.get(next.forked_from_project_id ?? Number.NaN)
  }
  return origins
}

/** Lets a fork stand on its own. */
export function unmarkAsFork({ store }: SystemContext, fork: ProjectRecord): void {
  store.projects.replace(fork, { forked_from_project_id: null })
}

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

/** What a project is a fork of in the end; itself where it is none. */
function rootOf(store: Store, project: ProjectRecord): ProjectRecord {
  const passed = new Set<number>()
  let root = project
  for (let next: ProjectRecord | undefined = root; next && !passed.has(next.id); ) {
    root = next
    passed.add(root.id)
    next = store.projects.get(root.forked_from_project_id ?? Number.NaN)
  }
  return root
}

/** Lets a fork stand on its own. */
export function unmarkAsFork({ store }: SystemContext, fork: ProjectRecord): void {
  store.projects.replace(fork, { forked_from_project_id: null })
}

import type { ProjectRecord } from '../../../store/models/project.ts'
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

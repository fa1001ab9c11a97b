import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import type { Context, SystemContext } from '../context.ts'
import { createProject, type NewProject } from './create.ts'

/** Creates a fork of a project for the caller, with all branches and tags or with one branch only. */
export function createFork(
  context: Context,
  origin: ProjectRecord,
  attributes: NewProject,
  namespace: NamespaceRecord,
  branch?: string,
): ProjectRecord {
  const { projects } = context.store
  const fork = createProject(context, attributes, namespace)
  forkRepository(context, origin, fork, branch)
  markAsFork(context, projects.get(fork.id) ?? fork, origin)
  return projects.get(fork.id) ?? fork
}

/** Returns which of the name and the path of a fork are already taken in the namespace. */
export function takenBy(
  { store }: Pick<SystemContext, 'store'>,
  { id }: NamespaceRecord,
  { name, path }: Pick<ProjectRecord, 'name' | 'path'>,
): ('name' | 'path')[] {
  const others = store.projects.by('namespace_id', id)
  const hasName = others.some((other) => other.name === name)
  const hasPath = others.some((other) => folded(other.path) === folded(path))
  return [...(hasName ? (['name'] as const) : []), ...(hasPath ? (['path'] as const) : [])]
}

/** Returns the visibility of a fork: that of its origin, or the lower one of its group. */
export function forkVisibility({ visibility_level }: ProjectRecord, namespace: NamespaceRecord) {
  const isCloser = namespace.kind === 'group' && namespace.visibility_level < visibility_level
  return isCloser ? namespace.visibility_level : visibility_level
}

/** Marks a project as a fork of another. */
export function markAsFork(
  { store }: SystemContext,
  fork: ProjectRecord,
  origin: ProjectRecord,
): void {
  store.projects.replace(fork, { forked_from_project_id: origin.id })
}

/**
 * Copies the branches and tags of the origin to a fork, or only one branch, which becomes the default. The objects
 * are shared.
 */
export function forkRepository(
  { store }: SystemContext,
  origin: ProjectRecord,
  fork: ProjectRecord,
  branch?: string,
): void {
  const record = store.repositories.get(origin.id)
  if (!record) return
  const ref = `refs/heads/${branch}`
  const refs =
    branch === undefined ? record.refs : new Map([...record.refs].filter(([name]) => name === ref))
  store.repositories.insert({ id: fork.id, refs })
  const { default_branch } = store.projects.get(origin.id) ?? origin
  store.projects.replace(fork, { default_branch: branch ?? default_branch })
}

/** Whether two projects are in one fork network, at any distance. */
export function areInOneForkNetwork(
  store: Store,
  one: ProjectRecord,
  other: ProjectRecord,
): boolean {
  return rootOf(store, one).id === rootOf(store, other).id
}

/** Whether a project is another one or descends from it by forks. */
export function comesFrom(store: Store, project: ProjectRecord, other: ProjectRecord): boolean {
  return originsOf(store, project).some(({ id }) => id === other.id)
}

/** Returns the root of a project's fork network; itself if it is not a fork. */
function rootOf(store: Store, project: ProjectRecord): ProjectRecord {
  return originsOf(store, project).at(-1) ?? project
}

/** Returns a project and its chain of origins, nearest first. */
function originsOf(store: Store, project: ProjectRecord): ProjectRecord[] {
  const origins: ProjectRecord[] = []
  for (let next: ProjectRecord | undefined = project; next && !origins.includes(next); ) {
    origins.push(next)
    next = store.projects.get(next.forked_from_project_id ?? Number.NaN)
  }
  return origins
}

/** Removes the relation of a fork to its origin. */
export function unmarkAsFork({ store }: SystemContext, fork: ProjectRecord): void {
  store.projects.replace(fork, { forked_from_project_id: null })
}

/** Whether a project has a branch. */
export function hasBranch(
  { store }: Pick<SystemContext, 'store'>,
  { id }: ProjectRecord,
  branch: string,
): boolean {
  return store.repositories.get(id)?.refs.has(`refs/heads/${branch}`) ?? false
}

import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { fullPath } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import { ancestorsOf } from '../access/group-tree.ts'
import type { Presentation } from './context.ts'

/** The part of a context that looking up records needs. */
export interface WithStore {
  readonly store: Store
}

/** Returns a project by id. Throws where it is missing: its dependents are removed with it, so the world is corrupt. */
export function existingProject({ store }: WithStore, id: number): ProjectRecord {
  const project = store.projects.get(id)
  if (!project) throw new Error(`A record names the project ${id}, which is not there.`)
  return project
}

/** Returns the web URL of a project. Its issues, merge requests and snippets are below. */
export function projectAddress(
  presentation: Pick<Presentation, 'store' | 'addresses'>,
  projectId: number,
): string {
  const project = existingProject(presentation, projectId)
  return presentation.addresses.project(namespaceOf(presentation, project), project)
}

/** Returns `NAMESPACE/PROJECT` (`a/b/project` in a subgroup), by which other projects refer to the project. */
export function pathWithNamespace(context: WithStore, project: ProjectRecord): string {
  return `${fullPath(namespaceOf(context, project))}/${project.path}`
}

/**
 * Returns the namespace of a project. Throws where it is missing: projects are removed with it, so the world is
 * corrupt.
 */
export function namespaceOf({ store }: WithStore, project: ProjectRecord): NamespaceRecord {
  const namespace = store.namespaces.get(project.namespace_id)
  if (!namespace) {
    throw new Error(`The project ${project.id} lives in a namespace that is not there.`)
  }
  return namespace
}

/**
 * Returns the name of a namespace after those of its ancestors: `A / B`. A personal namespace has the name of its
 * user.
 */
export function fullName(context: WithStore, namespace: NamespaceRecord): string {
  const owner = ownerOf(context, namespace)
  if (owner) return owner.name
  return [...ancestorsOf(context.store, namespace).reverse(), namespace]
    .map(({ name }) => name)
    .join(' / ')
}

/** Returns the user of a personal namespace; undefined for a group. */
export function ownerOf(context: WithStore, { owner_id }: NamespaceRecord): UserRecord | undefined {
  return owner_id === null ? undefined : existingUser(context, owner_id)
}

/** Returns how many more projects a user may create in the personal namespace. */
export function personalProjectsLeft(user: UserRecord, { store }: WithStore): number {
  const namespace = store.namespaces.one('owner_id', user.id)
  const held = namespace ? store.projects.by('namespace_id', namespace.id).length : 0
  return user.projects_limit - held
}

/** Returns a user by id. Throws where it is missing: its dependents are removed with it, so the world is corrupt. */
export function existingUser({ store }: WithStore, id: number): UserRecord {
  const user = store.users.get(id)
  if (!user) throw new Error(`A record names the user ${id}, who is not there.`)
  return user
}

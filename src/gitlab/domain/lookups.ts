import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { fullPath } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import { ancestorsOf } from '../access/group-tree.ts'
import type { Presentation } from './context.ts'

/** What looking records up takes: every context is one. */
export interface WithStore {
  readonly store: Store
}

/** A project by id; what is in a project is removed with it, so a missing one is a broken world. */
export function existingProject({ store }: WithStore, id: number): ProjectRecord {
  const project = store.projects.get(id)
  if (!project) throw new Error(`A record names the project ${id}, which is not there.`)
  return project
}

/** Where a project is found on the web; its issues, merge requests and snippets are below. */
export function projectAddress(
  presentation: Pick<Presentation, 'store' | 'addresses'>,
  projectId: number,
): string {
  const project = existingProject(presentation, projectId)
  return presentation.addresses.project(namespaceOf(presentation, project), project)
}

/** `NAMESPACE/PROJECT` (`a/b/project` in a subgroup), as references from elsewhere call a project. */
export function pathWithNamespace(context: WithStore, project: ProjectRecord): string {
  return `${fullPath(namespaceOf(context, project))}/${project.path}`
}

/** The namespace of a project; it is removed with its projects, so a missing one is a broken world. */
export function namespaceOf({ store }: WithStore, project: ProjectRecord): NamespaceRecord {
  const namespace = store.namespaces.get(project.namespace_id)
  if (!namespace) {
    throw new Error(`The project ${project.id} lives in a namespace that is not there.`)
  }
  return namespace
}

/**
 * The name of a namespace with those of the groups that it is in: `A / B`. A personal one is called by the name of
 * its user.
 */
export function fullName(context: WithStore, namespace: NamespaceRecord): string {
  const owner = ownerOf(context, namespace)
  if (owner) return owner.name
  return [...ancestorsOf(context.store, namespace).reverse(), namespace]
    .map(({ name }) => name)
    .join(' / ')
}

/** The user of a personal namespace; undefined for a group, which its members own. */
export function ownerOf(context: WithStore, { owner_id }: NamespaceRecord): UserRecord | undefined {
  return owner_id === null ? undefined : existingUser(context, owner_id)
}

/** How many more projects a user may have in the personal namespace. */
export function personalProjectsLeft(user: UserRecord, { store }: WithStore): number {
  const namespace = store.namespaces.one('owner_id', user.id)
  const held = namespace ? store.projects.by('namespace_id', namespace.id).length : 0
  return user.projects_limit - held
}

/** A user by id; records that name a user are removed with it, so a missing one is a broken world. */
export function existingUser({ store }: WithStore, id: number): UserRecord {
  const user = store.users.get(id)
  if (!user) throw new Error(`A record names the user ${id}, who is not there.`)
  return user
}

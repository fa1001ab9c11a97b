import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'

/** Returns the parent of a group. */
export function parentOf(
  store: Store,
  { parent_id }: NamespaceRecord,
): NamespaceRecord | undefined {
  return parent_id === null ? undefined : store.namespaces.get(parent_id)
}

/** Returns the ancestors of a group, its parent first. */
export function ancestorsOf(store: Store, group: NamespaceRecord): NamespaceRecord[] {
  const parent = parentOf(store, group)
  return parent ? [parent, ...ancestorsOf(store, parent)] : []
}

/** Returns the groups of a project, nearest first; none for a personal project. */
export function groupsAbove(store: Store, { namespace_id }: ProjectRecord): NamespaceRecord[] {
  const namespace = store.namespaces.get(namespace_id)
  return namespace?.kind === 'group' ? [namespace, ...ancestorsOf(store, namespace)] : []
}

/** Returns the descendants of a group at any depth, each after its parent. */
export function descendantsOf(store: Store, { id }: NamespaceRecord): NamespaceRecord[] {
  const descendants = [...store.namespaces.by('parent_id', id)]
  // The loop also visits the groups that it appends.
  for (const group of descendants) descendants.push(...store.namespaces.by('parent_id', group.id))
  return descendants
}

/** Returns the projects of a group and of its descendants. */
export function projectsBelow(store: Store, group: NamespaceRecord): ProjectRecord[] {
  return [group, ...descendantsOf(store, group)].flatMap(({ id }) => [
    ...store.projects.by('namespace_id', id),
  ])
}

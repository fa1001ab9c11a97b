import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'

/** The group that a subgroup is in. */
export function parentOf(
  store: Store,
  { parent_id }: NamespaceRecord,
): NamespaceRecord | undefined {
  return parent_id === null ? undefined : store.namespaces.get(parent_id)
}

/** The groups that a group is in: its parent first, the one at the root of addresses last. */
export function ancestorsOf(store: Store, group: NamespaceRecord): NamespaceRecord[] {
  const parent = parentOf(store, group)
  return parent ? [parent, ...ancestorsOf(store, parent)] : []
}

/** The groups that a project is in, the nearest first; none of a personal project. */
export function groupsAbove(store: Store, { namespace_id }: ProjectRecord): NamespaceRecord[] {
  const namespace = store.namespaces.get(namespace_id)
  return namespace?.kind === 'group' ? [namespace, ...ancestorsOf(store, namespace)] : []
}

/** The groups within a group, at any depth, each after the one that it is in. */
export function descendantsOf(store: Store, { id }: NamespaceRecord): NamespaceRecord[] {
  const descendants = [...store.namespaces.by('parent_id', id)]
  // What is found on the way is looked into as well.
  for (const group of descendants) descendants.push(...store.namespaces.by('parent_id', group.id))
  return descendants
}

/** The projects of a group and of the groups within it. */
export function projectsBelow(store: Store, group: NamespaceRecord): ProjectRecord[] {
  return [group, ...descendantsOf(store, group)].flatMap(({ id }) => [
    ...store.projects.by('namespace_id', id),
  ])
}

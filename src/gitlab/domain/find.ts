import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { folded, pathIn } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'

/** Finds a group by id or full path. */
export function findGroup(store: Store, idOrPath: number | string): NamespaceRecord | undefined {
  const namespace = isId(idOrPath)
    ? store.namespaces.get(Number(idOrPath))
    : store.namespaces.one('full_path', folded(String(idOrPath)))
  return namespace?.kind === 'group' ? namespace : undefined
}

/** Finds a project by id, or by `NAMESPACE/PROJECT_NAME`, where the namespace may be the full path of a subgroup. */
export function findProject(store: Store, idOrPath: number | string): ProjectRecord | undefined {
  if (isId(idOrPath)) return store.projects.get(Number(idOrPath))
  const [namespacePath, path] = splitPath(String(idOrPath))
  const namespace = store.namespaces.one('full_path', folded(namespacePath))
  return namespace && store.projects.one('path_in', pathIn(namespace.id, path))
}

/** Finds a project by a former path, unless another project has that path now. */
export function findMovedProject(store: Store, path: string): ProjectRecord | undefined {
  const moved = store.projects.by('former_path', folded(path))
  return moved.length > 0 && !findProject(store, path) ? moved.at(-1) : undefined
}

/** Splits a full path into that of the parent, empty at the root, and the last segment. */
export function splitPath(path: string): readonly [parent: string, own: string] {
  const end = path.lastIndexOf('/')
  return end < 0 ? ['', path] : [path.slice(0, end), path.slice(end + 1)]
}

function isId(value: number | string): boolean {
  return typeof value === 'number' || /^\d+$/.test(value)
}

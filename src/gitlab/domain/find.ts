import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { folded, pathIn } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'

/** By id or by full path. */
export function findGroup(store: Store, idOrPath: number | string): NamespaceRecord | undefined {
  const namespace = isId(idOrPath)
    ? store.namespaces.get(Number(idOrPath))
    : store.namespaces.one('full_path', folded(String(idOrPath)))
  return namespace?.kind === 'group' ? namespace : undefined
}

/** By id, or by `NAMESPACE/PROJECT_NAME`, where the namespace may be a subgroup's full path. */
export function findProject(store: Store, idOrPath: number | string): ProjectRecord | undefined {
  if (isId(idOrPath)) return store.projects.get(Number(idOrPath))
  const [namespacePath, path] = splitPath(String(idOrPath))
  const namespace = store.namespaces.one('full_path', folded(namespacePath))
  return namespace && store.projects.one('path_in', pathIn(namespace.id, path))
}

/** By a path that a project had before, where no other one has it now. */
export function findMovedProject(store: Store, path: string): ProjectRecord | undefined {
  const moved = store.projects.by('former_path', folded(path))
  return moved.length > 0 && !findProject(store, path) ? moved.at(-1) : undefined
}

/** The full path of what a project or a group is in, empty at the root, and its own path there. */
export function splitPath(path: string): readonly [parent: string, own: string] {
  const end = path.lastIndexOf('/')
  return end < 0 ? ['', path] : [path.slice(0, end), path.slice(end + 1)]
}

function isId(value: number | string): boolean {
  return typeof value === 'number' || /^\d+$/.test(value)
}

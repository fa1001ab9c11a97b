import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { folded, pathIn } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'

/** By id or by path. */
export function findGroup(store: Store, idOrPath: number | string): NamespaceRecord | undefined {
  const namespace = isId(idOrPath)
    ? store.namespaces.get(Number(idOrPath))
    : store.namespaces.one('path', folded(String(idOrPath)))
  return namespace?.kind === 'group' ? namespace : undefined
}

/** By id, or by `NAMESPACE/PROJECT_NAME`. */
export function findProject(store: Store, idOrPath: number | string): ProjectRecord | undefined {
  if (isId(idOrPath)) return store.projects.get(Number(idOrPath))
  const [namespacePath = '', path = '', ...rest] = String(idOrPath).split('/')
  const namespace = store.namespaces.one('path', folded(namespacePath))
  if (!namespace || rest.length > 0) return undefined
  return store.projects.one('path_in', pathIn(namespace.id, path))
}

function isId(value: number | string): boolean {
  return typeof value === 'number' || /^\d+$/.test(value)
}

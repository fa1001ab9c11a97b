import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Loading } from './loading.ts'

/** The project or the group of an entry. */
export type EntryOwner = { readonly project: ProjectRecord } | { readonly group: NamespaceRecord }

/**
 * Resolves `project` or `group` of an entry. Returns undefined and records a problem unless exactly one is given and
 * known.
 */
export function ownerOf(
  loading: Loading,
  {
    project: path,
    group: groupPath,
  }: { readonly project?: string | undefined; readonly group?: string | undefined },
  at: string,
): EntryOwner | undefined {
  if (path !== undefined && groupPath === undefined) {
    const project = loading.project(path, `${at}.project`)
    return project && { project }
  }
  if (groupPath !== undefined && path === undefined) {
    const group = loading.group(groupPath, `${at}.group`)
    return group && { group }
  }
  loading.problems.push({ path: at, reason: 'needs a project or a group, and not both' })
  return undefined
}

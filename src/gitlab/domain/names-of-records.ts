import type { MemberRecord } from '../../store/models/member.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import { fullPath } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import { pathWithNamespace } from './lookups.ts'

/** Names of records for messages. A missing record is named by its id. */

export function userName(store: Store, id: number): string {
  return store.users.get(id)?.username ?? `the user ${id}`
}

export function projectName(store: Store, id: number): string {
  const project = store.projects.get(id)
  return project ? pathWithNamespace({ store }, project) : `the project ${id}`
}

export function groupName(store: Store, id: number): string {
  const group = store.namespaces.get(id)
  return group ? fullPath(group) : `the group ${id}`
}

/** Returns the name of the project or group of a membership. */
export function sourceName(
  store: Store,
  { source_type, source_id }: Pick<MemberRecord, 'source_type' | 'source_id'>,
): string {
  return source_type === 'group' ? groupName(store, source_id) : projectName(store, source_id)
}

export function mergeRequestName(
  store: Store,
  { target_project_id, iid }: MergeRequestRecord,
): string {
  return `${projectName(store, target_project_id)}!${iid}`
}

import { forbidden } from '../../../contract/errors.ts'
import type { VisibilityLevel } from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { fullPath } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { level } from '../../access/abilities.ts'
import type { Context, SystemContext } from '../context.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { joinGroup } from '../members/membership.ts'
import { defaultGroupVisibility } from './validation.ts'

/** What a request says of a group. */
export interface NewGroup {
  readonly name: string
  readonly path: string
  readonly description?: string
  readonly visibility_level?: VisibilityLevel
  readonly lfs_enabled?: boolean
  readonly request_access_enabled?: boolean
}

/** Throws 403 for who may not create groups. */
export function mustCreateGroup({ viewer }: Context): void {
  if (!viewer.isAdmin && !viewer.signedIn().can_create_group) throw forbidden()
}

/** Creates a group, whose owner the caller becomes. */
export function createGroup(context: Context, attributes: NewGroup): NamespaceRecord {
  const visibility_level = defaultGroupVisibility(context)
  const group = addGroup(context, { visibility_level, ...attributes })
  joinGroup(context, group, context.viewer.signedIn(), { access_level: level.owner })
  return group
}

/** Adds a group without members. */
export function addGroup(
  { store, now, fire }: SystemContext,
  values: NewGroup &
    Partial<Pick<NamespaceRecord, 'id' | 'avatar_url' | 'parent_id' | 'parent_path'>>,
): NamespaceRecord {
  const group = store.namespaces.insert({
    ...values,
    kind: 'group',
    created_at: now,
    updated_at: now,
  })
  fire(systemHookMessages.groupCreated(group))
  return group
}

export function changeGroup(
  { store, now }: Context,
  group: NamespaceRecord,
  changes: Partial<NewGroup>,
): NamespaceRecord {
  const changed = store.namespaces.replace(group, { ...changes, updated_at: now })
  followPath(store, changed)
  return changed
}

/** Gives the groups within a group the path that they are under now. */
export function followPath(store: Store, group: NamespaceRecord): void {
  const parent_path = fullPath(group)
  for (const subgroup of store.namespaces.by('parent_id', group.id)) {
    if (subgroup.parent_path === parent_path) continue
    followPath(store, store.namespaces.replace(subgroup, { parent_path }))
  }
}

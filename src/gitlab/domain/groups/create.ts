import { forbidden } from '../../../contract/errors.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { fullPath } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { level } from '../../access/abilities.ts'
import type { Context, SystemContext } from '../context.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { joinGroup } from '../members/membership.ts'
import { notePathsWithin } from '../projects/former-paths.ts'
import { isArchivedGroup, isToBeDeleted } from './archiving.ts'
import { defaultGroupVisibility } from './validation.ts'

/** The attributes in a request to create or change a group. */
export type NewGroup = Pick<NamespaceRecord, 'name' | 'path'> & GroupChanges

type GroupChanges = Partial<
  Pick<
    NamespaceRecord,
    | 'name'
    | 'path'
    | 'description'
    | 'visibility_level'
    | 'lfs_enabled'
    | 'request_access_enabled'
    | 'share_with_group_lock'
    | 'project_creation_level'
    | 'subgroup_creation_level'
    | 'default_branch'
  >
> & { readonly settings?: Partial<NamespaceRecord['settings']> }

/** Throws 403 where the caller may not create groups, at the root or in a group. */
export function mustCreateGroup(context: Context, parent?: NamespaceRecord): void {
  if (!mayCreateGroup(context, parent)) throw forbidden()
}

/** Whether the caller may create groups, at the root or in a group, or transfer them there. */
export function mayCreateGroup(context: Context, parent: NamespaceRecord | undefined): boolean {
  const { viewer } = context
  if (parent && (isArchivedGroup(context, parent) || isToBeDeleted(context, parent))) return false
  if (viewer.isAdmin) return true
  if (!parent) return viewer.signedIn().can_create_group
  const from = parent.subgroup_creation_level === 'owner' ? level.owner : level.master
  return viewer.groupLevel(parent) >= from
}

/** Creates a group with the caller as its owner. */
export function createGroup(
  context: Context,
  attributes: NewGroup,
  parent?: NamespaceRecord,
): NamespaceRecord {
  const group = addGroup(context, {
    visibility_level: defaultGroupVisibility(context, parent),
    request_access_enabled: context.release.newPlacesTakeRequests,
    ...attributes,
    ...(parent && { parent_id: parent.id, parent_path: fullPath(parent) }),
  })
  joinGroup(context, group, context.viewer.signedIn(), { access_level: level.owner })
  return group
}

/** Adds a group without members. */
export function addGroup(
  { store, now, fire }: SystemContext,
  values: NewGroup &
    Partial<Pick<NamespaceRecord, 'id' | 'avatar_url' | 'parent_id' | 'parent_path'>>,
): NamespaceRecord {
  // The settings may be partial: the model has defaults for the others.
  const group = store.namespaces.insertChecked({
    ...values,
    kind: 'group',
    created_at: now,
    updated_at: now,
  })
  fire(systemHookMessages.groupCreated(group))
  return group
}

export function changeGroup(
  context: Context,
  group: NamespaceRecord,
  { settings, ...changes }: GroupChanges,
): NamespaceRecord {
  const { store, now } = context
  if (changes.path !== undefined && changes.path !== group.path) notePathsWithin(context, group)
  const changed = store.namespaces.replace(group, {
    ...changes,
    ...(settings && { settings: { ...group.settings, ...settings } }),
    updated_at: now,
  })
  followPath(store, changed)
  return changed
}

/** Updates the stored parent paths of a group's descendants. */
export function followPath(store: Store, group: NamespaceRecord): void {
  const parent_path = fullPath(group)
  for (const subgroup of store.namespaces.by('parent_id', group.id)) {
    if (subgroup.parent_path === parent_path) continue
    followPath(store, store.namespaces.replace(subgroup, { parent_path }))
  }
}

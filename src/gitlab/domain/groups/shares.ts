import { conflict, notFound } from '../../../contract/errors.ts'
import type { GroupShareRecord } from '../../../store/models/group-share.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { Store } from '../../../store/store.ts'
import { ancestorsOf } from '../../access/group-tree.ts'
import type { SystemContext } from '../context.ts'

/** The share by which the members of another group come into a group. */
export function shareOf(
  store: Store,
  group: NamespaceRecord,
  invitedId: number,
): GroupShareRecord | undefined {
  return store.groupShares
    .by('group_id', group.id)
    .find(({ invited_group_id }) => invited_group_id === invitedId)
}

/**
 * Throws 404 for a group that this one may not be shared with: groups keep to those below the same root where that says
 * so; and 409 for one that it is shared with.
 */
export function checkShare(
  { store }: Pick<SystemContext, 'store'>,
  group: NamespaceRecord,
  invited: NamespaceRecord,
): void {
  const rootOf = (one: NamespaceRecord) => ancestorsOf(store, one).at(-1) ?? one
  const root = rootOf(group)
  const { prevent_sharing_groups_outside_hierarchy: isClosed } = root.settings
  if (isClosed && rootOf(invited).id !== root.id) throw notFound()
  if (shareOf(store, group, invited.id)) {
    throw conflict('Shared group The group has already been shared with this group')
  }
}

/** Lets the members of another group into a group, at most at a level. */
export function shareGroup(
  { store }: SystemContext,
  group: NamespaceRecord,
  invited: NamespaceRecord,
  {
    group_access,
    expires_at = null,
  }: Pick<GroupShareRecord, 'group_access'> & Partial<Pick<GroupShareRecord, 'expires_at'>>,
): GroupShareRecord {
  const ids = { group_id: group.id, invited_group_id: invited.id }
  return store.groupShares.insert({ ...ids, group_access, expires_at })
}

/** Lets the members of another group no longer in. */
export function unshareGroup({ store }: SystemContext, share: GroupShareRecord): void {
  store.groupShares.remove(share)
}

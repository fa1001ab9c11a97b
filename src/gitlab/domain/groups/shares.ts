import { conflict, notFound } from '../../../contract/errors.ts'
import type { GroupShareRecord } from '../../../store/models/group-share.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { Store } from '../../../store/store.ts'
import { ancestorsOf } from '../../access/group-tree.ts'
import type { SystemContext } from '../context.ts'

/** Returns the share of a group with another group, if there is one. */
export function shareOf(
  store: Store,
  group: NamespaceRecord,
  invitedId: number,
): GroupShareRecord | undefined {
  return store.groupShares
    .by('group_id', group.id)
    .find(({ invited_group_id }) => invited_group_id === invitedId)
}

/** Throws 404 where the groups' settings forbid sharing outside the root group, and 409 where the share exists. */
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

/** Shares a group with the members of another, up to an access level. */
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

/** Removes a share of a group. */
export function unshareGroup({ store }: SystemContext, share: GroupShareRecord): void {
  store.groupShares.remove(share)
}

import type { MemberRecord } from '../../store/models/member.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { membershipKey } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import { level } from './abilities.ts'
import { parentOf } from './group-tree.ts'

/** Finds the direct membership of a user in a group or a project, expired or not. */
export function membershipOf(
  store: Store,
  type: 'group' | 'project',
  sourceId: number,
  userId: number,
): MemberRecord | undefined {
  return store.members.one('membership', membershipKey(type, sourceId, userId))
}

/** Whether a membership or a share has not expired. It expires at the beginning of its day. */
export function isCurrent(
  { expires_at }: Pick<MemberRecord, 'expires_at'>,
  today: string,
): boolean {
  return expires_at === null || expires_at > today
}

/**
 * Returns the access level of a user in a group: the highest of those in the group and its ancestors, by a membership
 * or by an invited group (at most at the level of the invitation); 0 for none.
 */
export function groupLevel(
  store: Store,
  group: NamespaceRecord,
  userId: number,
  today: string,
): number {
  let highest: number = level.none
  for (let place: NamespaceRecord | undefined = group; place; place = parentOf(store, place)) {
    highest = Math.max(highest, ownLevel(store, place.id, userId, today))
    for (const share of store.groupShares.by('group_id', place.id)) {
      if (!isCurrent(share, today)) continue
      const invited = ownLevel(store, share.invited_group_id, userId, today)
      highest = Math.max(highest, Math.min(invited, share.group_access))
    }
  }
  return highest
}

/** Returns the level of the direct membership in a group. */
function ownLevel(store: Store, groupId: number, userId: number, today: string): number {
  const member = membershipOf(store, 'group', groupId, userId)
  return member && isCurrent(member, today) ? member.access_level : level.none
}

/**
 * Returns the access level of a user in a project: the highest of those by its own members, its group, and the groups
 * that it is shared with (at most at the level of the share). The user of its personal namespace is its owner.
 */
export function projectLevel(
  store: Store,
  project: ProjectRecord,
  userId: number,
  today: string,
): number {
  const namespace = store.namespaces.get(project.namespace_id)
  if (namespace?.owner_id === userId) return level.owner
  const own = membershipOf(store, 'project', project.id, userId)
  const shared = store.groupLinks.by('project_id', project.id).map((link) => {
    const group = isCurrent(link, today) ? store.namespaces.get(link.group_id) : undefined
    return group ? Math.min(groupLevel(store, group, userId, today), link.group_access) : level.none
  })
  return Math.max(
    own && isCurrent(own, today) ? own.access_level : level.none,
    namespace?.kind === 'group' ? groupLevel(store, namespace, userId, today) : level.none,
    ...shared,
  )
}

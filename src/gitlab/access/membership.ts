import type { MemberRecord } from '../../store/models/member.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { membershipKey } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import { level } from './abilities.ts'
import { parentOf } from './group-tree.ts'

/** The membership that a user has of a group or a project itself, expired or not. */
export function membershipOf(
  store: Store,
  type: 'group' | 'project',
  sourceId: number,
  userId: number,
): MemberRecord | undefined {
  return store.members.one('membership', membershipKey(type, sourceId, userId))
}

/** An expired membership, or a share, gives no access: it ends with the beginning of its day. */
export function isCurrent(
  { expires_at }: Pick<MemberRecord, 'expires_at'>,
  today: string,
): boolean {
  return expires_at === null || expires_at > today
}

/** The access level of a user in a group, the highest of those in it and in the groups that it is in; 0 for none. */
export function groupLevel(
  store: Store,
  group: NamespaceRecord,
  userId: number,
  today: string,
): number {
  const member = highestMembership(store, group, userId, today)
  return member ? member.access_level : level.none
}

/** The membership of a group, or of one that it is in, that gives a user the most there. */
function highestMembership(
  store: Store,
  group: NamespaceRecord,
  userId: number,
  today: string,
): MemberRecord | undefined {
  let highest: MemberRecord | undefined
  for (let place: NamespaceRecord | undefined = group; place; place = parentOf(store, place)) {
    const member = membershipOf(store, 'group', place.id, userId)
    if (!member || !isCurrent(member, today)) continue
    if (!highest || member.access_level > highest.access_level) highest = member
  }
  return highest
}

/**
 * The access level of a user in a project: the highest of the project's own membership, the one of
 * its group, and those of the groups it is shared with (at most at the level it is shared at). The
 * user of the personal namespace is its owner.
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

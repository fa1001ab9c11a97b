import type { MemberRecord } from '../../../store/models/member.ts'
import { sourceKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { level } from '../../access/abilities.ts'
import { ancestorsOf } from '../../access/group-tree.ts'
import { isCurrent } from '../../access/membership.ts'

/**
 * Whether a membership is that of the only owner of a group, counting its ancestors' owners, at a day
 * (YEAR-MONTH-DAY): expired owners do not count.
 * Without a day, expired ones count too. Expiry uses this, where memberships end one after another: GitLab 8.15 kept
 * one of two that expire together.
 */
export function isLastOwner(store: Store, member: MemberRecord, today?: string): boolean {
  const { id, source_type, source_id, access_level } = member
  if (source_type !== 'group' || access_level < level.owner) return false
  const group = store.namespaces.get(source_id)
  const groups = group ? [group, ...ancestorsOf(store, group)] : []
  return !groups
    .flatMap((one) => store.members.by('source', sourceKey('group', one.id)))
    .filter((other) => other.id !== id && other.access_level >= level.owner)
    .some((other) => today === undefined || isCurrent(other, today))
}

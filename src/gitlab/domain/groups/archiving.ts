import { refusedWith } from '../../../contract/errors.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { ancestorsOf, descendantsOf } from '../../access/group-tree.ts'
import type { SystemContext } from '../context.ts'
import type { WithStore } from '../lookups.ts'

/** Whether a group or one of its ancestors is archived. */
export function isArchivedGroup({ store }: WithStore, group: NamespaceRecord): boolean {
  return group.is_archived || ancestorsOf(store, group).some((one) => one.is_archived)
}

/** Whether a group or one of its ancestors is marked for deletion. */
export function isToBeDeleted({ store }: WithStore, group: NamespaceRecord): boolean {
  return [group, ...ancestorsOf(store, group)].some((one) => one.marked_for_deletion_on !== null)
}

/**
 * Throws 422 where a group or one of its ancestors is already archived, or marked for deletion
 * (app/services/namespaces/groups/archive_service.rb).
 */
export function checkGroupArchiving(context: WithStore, group: NamespaceRecord): void {
  if (group.is_archived) throw refusedWith(422, 'Group is already archived!')
  if (isArchivedGroup(context, group)) {
    throw refusedWith(
      422,
      'Cannot archive group since one of the ancestor groups is already archived!',
    )
  }
  if (isToBeDeleted(context, group)) {
    throw refusedWith(422, 'Cannot archive group since it is scheduled for deletion.')
  }
}

/** Throws 422 where a group is not archived, or one of its ancestors is (unarchive_service.rb in the same folder). */
export function checkGroupUnarchiving({ store }: WithStore, group: NamespaceRecord): void {
  if (ancestorsOf(store, group).some((one) => one.is_archived)) {
    throw refusedWith(422, 'Cannot unarchive group since one of the ancestor groups is archived!')
  }
  if (!group.is_archived) throw refusedWith(422, 'Group is already unarchived!')
}

/** Archives or unarchives a group. Its projects and those of its subgroups become read-only or writable. */
export function setGroupArchived(
  context: SystemContext,
  group: NamespaceRecord,
  is_archived: boolean,
): NamespaceRecord {
  const { store, now } = context
  const changed = store.namespaces.replace(group, { is_archived, updated_at: now })
  settleArchiving(context, changed)
  return changed
}

/** Updates `archived_with_group` of the projects of a group and its subgroups. */
export function settleArchiving({ store }: WithStore, group: NamespaceRecord): void {
  for (const one of [group, ...descendantsOf(store, group)]) {
    const archived_with_group = isArchivedGroup({ store }, one)
    const changed = store.projects
      .by('namespace_id', one.id)
      .filter((project) => project.archived_with_group !== archived_with_group)
    store.projects.replaceAll(changed, { archived_with_group })
  }
}

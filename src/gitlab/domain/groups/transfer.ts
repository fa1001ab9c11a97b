import { refused } from '../../../contract/errors.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { folded, fullPath, sourceKey } from '../../../store/record-keys.ts'
import { level } from '../../access/abilities.ts'
import { descendantsOf } from '../../access/group-tree.ts'
import type { Context } from '../context.ts'
import { findProject } from '../find.ts'
import { existingProject } from '../lookups.ts'
import { joinGroup } from '../members/membership.ts'
import { notePathsWithin } from '../projects/former-paths.ts'
import { inheritedBy, keepInherited } from '../tracker/inherited-planning.ts'
import { settleArchiving } from './archiving.ts'
import { followPath, mayCreateGroup } from './create.ts'

/** Throws 400 where a group cannot be transferred to a parent, or to the root without one. */
export function checkGroupTransfer(
  context: Context,
  group: NamespaceRecord,
  parent: NamespaceRecord | undefined,
): void {
  const reason = reasonAgainstTransfer(context, group, parent)
  if (reason !== undefined) throw refused(`Transfer failed: ${reason}`)
}

/** Returns the reason against a transfer, in the order of `Groups::TransferService`. */
function reasonAgainstTransfer(
  context: Context,
  group: NamespaceRecord,
  parent: NamespaceRecord | undefined,
): string | undefined {
  const { store } = context
  if (!parent && group.parent_id === null) return 'Group is already a root group.'
  if (parent && parent.id === group.parent_id) {
    return 'Group is already associated to the parent group.'
  }
  if (!mayCreateGroup(context, parent)) return "You don't have enough permissions."
  const path = fullPath({ parent_path: parent ? fullPath(parent) : '', path: group.path })
  const isTaken = store.namespaces.one('full_path', folded(path)) !== undefined
  if (isTaken || (parent && findProject(store, path))) {
    return 'The parent group already has a subgroup or a project with the same path.'
  }
  if (parent && [group, ...descendantsOf(store, group)].some(({ id }) => id === parent.id)) {
    return 'Cannot transfer group to one of its subgroup.'
  }
  return undefined
}

/**
 * Transfers a group to a parent or to the root. The visibility of its contents is limited to that of the parent; at
 * the root the caller becomes owner if there is none.
 */
export function transferGroup(
  context: Context,
  group: NamespaceRecord,
  parent: NamespaceRecord | undefined,
): NamespaceRecord {
  const { store, now } = context
  notePathsWithin(context, group)
  const projects = [group, ...descendantsOf(store, group)].flatMap(({ id }) =>
    store.projects.by('namespace_id', id),
  )
  const inherited = new Map(projects.map((one) => [one.id, inheritedBy(context, one)]))
  const parent_path = parent ? fullPath(parent) : ''
  const moved = store.namespaces.replace(group, {
    parent_id: parent?.id ?? null,
    parent_path,
    updated_at: now,
  })
  followPath(store, moved)
  settleArchiving(context, moved)
  for (const [id, what] of inherited) keepInherited(context, existingProject(context, id), what)
  if (parent) closeTo(context, moved, parent.visibility_level)
  const members = store.members.by('source', sourceKey('group', group.id))
  if (!parent && !members.some(({ access_level }) => access_level === level.owner)) {
    own(context, moved)
  }
  return store.namespaces.get(group.id) ?? moved
}

/** Limits the visibility of a group and its contents to a level. */
function closeTo(
  { store }: Context,
  group: NamespaceRecord,
  visibility_level: NamespaceRecord['visibility_level'],
): void {
  const isMoreOpen = (one: { readonly visibility_level: number }) =>
    one.visibility_level > visibility_level
  for (const { id } of [group, ...descendantsOf(store, group)]) {
    const projects = store.projects.by('namespace_id', id).filter(isMoreOpen)
    store.projects.replaceAll(projects, { visibility_level })
    const one = store.namespaces.get(id)
    if (one && isMoreOpen(one)) store.namespaces.replace(one, { visibility_level })
  }
}

/** Makes the caller an owner of a group, at any former level. */
function own(context: Context, group: NamespaceRecord): void {
  const { store, viewer } = context
  const user = viewer.signedIn()
  const member = viewer.membership('group', group.id)
  if (member) store.members.replace(member, { access_level: level.owner })
  else joinGroup(context, group, user, { access_level: level.owner })
}

import { refused } from '../../../contract/errors.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { targetKey, titleKey } from '../../../store/record-keys.ts'
import { mergeLists } from '../boards/lists.ts'
import type { ProjectContext, SystemContext } from '../context.ts'
import { namespaceOf } from '../lookups.ts'

/**
 * Returns the group for the promotion of a project label. Throws 400 where there is no group or the title is taken, and
 * 403 where the caller may not plan in the group.
 */
export function checkLabelPromotion(context: ProjectContext, label: LabelRecord): NamespaceRecord {
  const { store, viewer, project } = context
  const group = namespaceOf(context, project)
  const isTaken = store.labels.one('title_in', titleKey('group', group.id, label.title))
  if (group.kind !== 'group' || isTaken) {
    throw refused('Failed to promote project label to group label')
  }
  viewer.mustInGroup('admin_planning', group)
  return group
}

/**
 * Promotes a project label to a label of its group. Labels with the same title in other projects of the group are
 * merged into it, with their lists, subscriptions and events.
 */
export function promoteLabel(
  { store }: Pick<SystemContext, 'store'>,
  label: LabelRecord,
  group: NamespaceRecord,
): LabelRecord {
  const others = store.projects.by('namespace_id', group.id).flatMap(({ id }) => {
    const own = store.labels.one('title_in', titleKey('project', id, label.title))
    return own && own.id !== label.id ? [own] : []
  })
  const promoted = store.labels.replace(label, {
    project_id: null,
    group_id: group.id,
    priority: null,
  })
  for (const other of others) {
    const events = store.resourceLabelEvents.by('label_id', other.id)
    store.resourceLabelEvents.replaceAll(events, { label_id: label.id })
    mergeLists({ store }, other, label)
    mergeSubscriptions(store, other, label)
    store.labels.remove(other)
  }
  return promoted
}

/** Moves the subscriptions of a label. A user with subscriptions to both labels keeps that of the remaining one. */
function mergeSubscriptions(
  { subscriptions }: SystemContext['store'],
  from: LabelRecord,
  to: LabelRecord,
): void {
  const there = subscriptions.by('subscribable', targetKey('Label', to.id))
  const users = new Set(there.map(({ user_id }) => user_id))
  for (const one of subscriptions.by('subscribable', targetKey('Label', from.id)).slice()) {
    if (users.has(one.user_id)) subscriptions.remove(one)
    else subscriptions.replace(one, { subscribable_id: to.id })
  }
}

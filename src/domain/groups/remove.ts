import { sourceKey } from '../../store/collections.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { Context } from '../context.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { existingUser } from '../lookups.ts'
import { removeNamespace } from '../remove.ts'

/** Takes a group out with all its projects; system hooks hear of every member and project that goes. */
export function removeGroup(context: Context, group: NamespaceRecord): void {
  const { store } = context
  for (const project of store.projects.by('namespace_id', group.id)) {
    for (const member of store.members.by('source', sourceKey('project', project.id))) {
      const user = existingUser(context, member.user_id)
      context.fire(systemHookMessages.userRemovedFromTeam(member, project, user, context))
    }
    context.fire(systemHookMessages.projectDestroyed(project, context))
  }
  for (const member of store.members.by('source', sourceKey('group', group.id))) {
    const user = existingUser(context, member.user_id)
    context.fire(systemHookMessages.userRemovedFromGroup(member, group, user))
  }
  context.fire(systemHookMessages.groupDestroyed(group))
  removeNamespace(store, group)
}

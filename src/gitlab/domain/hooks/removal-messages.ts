import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { sourceKey } from '../../../store/record-keys.ts'
import type { SystemContext } from '../context.ts'
import { existingUser } from '../lookups.ts'
import { systemHookMessages } from './system-messages.ts'

export function announceUserRemoval({ fire }: SystemContext, user: UserRecord): void {
  fire(systemHookMessages.userDestroyed(user))
}

/** System hooks hear of every member and project that goes with a group, then of the group. */
export function announceGroupRemoval(context: SystemContext, group: NamespaceRecord): void {
  const { store, fire } = context
  for (const project of store.projects.by('namespace_id', group.id)) {
    for (const member of store.members.by('source', sourceKey('project', project.id))) {
      const user = existingUser(context, member.user_id)
      fire(systemHookMessages.userRemovedFromTeam(member, project, user, context))
    }
    fire(systemHookMessages.projectDestroyed(project, context))
  }
  for (const member of store.members.by('source', sourceKey('group', group.id))) {
    fire(
      systemHookMessages.userRemovedFromGroup(member, group, existingUser(context, member.user_id)),
    )
  }
  fire(systemHookMessages.groupDestroyed(group))
}

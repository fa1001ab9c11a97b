import { visibilityNames } from '../../../contract/visibility-levels.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SshKeyRecord } from '../../../store/models/ssh-key.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { sourceKey } from '../../../store/record-keys.ts'
import type { SystemContext } from '../context.ts'
import {
  existingUser,
  namespaceOf,
  ownerOf,
  pathWithNamespace,
  type WithStore,
} from '../lookups.ts'
import type { HookMessage } from './hook-message.ts'

const levelNames = {
  10: 'Guest',
  15: 'Planner',
  20: 'Reporter',
  30: 'Developer',
  40: 'Master',
  50: 'Owner',
} as const

/** The messages to system hooks, as in GitLab 8.15. */
export const systemHookMessages = {
  userCreated: (user: UserRecord) => userMessage('user_create', user),
  userDestroyed: (user: UserRecord) => userMessage('user_destroy', user),
  keyCreated: (key: SshKeyRecord, user: UserRecord) => keyMessage('key_create', key, user),
  keyDestroyed: (key: SshKeyRecord, user: UserRecord) => keyMessage('key_destroy', key, user),
  groupCreated: (group: NamespaceRecord) => groupMessage('group_create', group),
  groupDestroyed: (group: NamespaceRecord) => groupMessage('group_destroy', group),
  userAddedToGroup: (member: MemberRecord, group: NamespaceRecord, user: UserRecord) =>
    groupMemberMessage('user_add_to_group', member, group, user),
  userRemovedFromGroup: (member: MemberRecord, group: NamespaceRecord, user: UserRecord) =>
    groupMemberMessage('user_remove_from_group', member, group, user),
  userAddedToTeam: (
    member: MemberRecord,
    project: ProjectRecord,
    user: UserRecord,
    context: WithStore,
  ) => teamMessage('user_add_to_team', member, project, user, context),
  userRemovedFromTeam: (
    member: MemberRecord,
    project: ProjectRecord,
    user: UserRecord,
    context: WithStore,
  ) => teamMessage('user_remove_from_team', member, project, user, context),
  projectCreated: (project: ProjectRecord, context: WithStore) =>
    projectMessage('project_create', project, context),
  projectDestroyed: (project: ProjectRecord, context: WithStore) =>
    projectMessage('project_destroy', project, context),
  projectTransferred: (
    project: ProjectRecord,
    old_path_with_namespace: string,
    context: WithStore,
  ) => projectMessage('project_transfer', project, context, { old_path_with_namespace }),
}

function userMessage(event_name: string, user: UserRecord): HookMessage {
  const { id, name, email, username, created_at } = user
  return {
    trigger: 'system',
    payload: { event_name, name, email, username, user_id: id, created_at, updated_at: created_at },
  }
}

function keyMessage(
  event_name: string,
  { id, key, created_at }: SshKeyRecord,
  user: UserRecord,
): HookMessage {
  return {
    trigger: 'system',
    payload: { event_name, username: user.username, key, id, created_at, updated_at: created_at },
  }
}

/** Returns the message of a group, which names no owner: groups are owned by members. */
function groupMessage(event_name: string, group: NamespaceRecord): HookMessage {
  const { id, name, path, created_at, updated_at } = group
  return {
    trigger: 'system',
    payload: {
      event_name,
      name,
      path,
      group_id: id,
      owner_name: null,
      owner_email: null,
      created_at,
      updated_at,
    },
  }
}

function groupMemberMessage(
  event_name: string,
  { access_level, created_at }: MemberRecord,
  group: NamespaceRecord,
  user: UserRecord,
): HookMessage {
  return {
    trigger: 'system',
    payload: {
      event_name,
      group_name: group.name,
      group_path: group.path,
      group_id: group.id,
      ...memberFields(user),
      group_access: levelNames[access_level],
      created_at,
      updated_at: created_at,
    },
  }
}

function teamMessage(
  event_name: string,
  { access_level, created_at }: MemberRecord,
  project: ProjectRecord,
  user: UserRecord,
  context: WithStore,
): HookMessage {
  return {
    trigger: 'system',
    payload: {
      event_name,
      project_name: project.name,
      project_path: project.path,
      project_path_with_namespace: pathWithNamespace(context, project),
      project_id: project.id,
      ...memberFields(user),
      access_level: levelNames[access_level],
      project_visibility: visibilityNames[project.visibility_level],
      created_at,
      updated_at: created_at,
    },
  }
}

function memberFields({ id, username, name, email }: UserRecord) {
  return { user_username: username, user_name: name, user_email: email, user_id: id }
}

/** Returns the message of a project. The owner of a group's project is the group, which has no e-mail address. */
function projectMessage(
  event_name: string,
  project: ProjectRecord,
  context: WithStore,
  details: Readonly<Record<string, unknown>> = {},
): HookMessage {
  const { id, name, path, visibility_level, created_at, updated_at } = project
  const namespace = namespaceOf(context, project)
  const owner = ownerOf(context, namespace)
  return {
    trigger: 'system',
    payload: {
      event_name,
      name,
      path,
      path_with_namespace: pathWithNamespace(context, project),
      project_id: id,
      owner_name: owner?.name ?? namespace.name,
      owner_email: owner?.email ?? '',
      project_visibility: visibilityNames[visibility_level],
      ...details,
      created_at,
      updated_at,
    },
  }
}

export function announceUserRemoval({ fire }: SystemContext, user: UserRecord): void {
  fire(systemHookMessages.userDestroyed(user))
}

/** Fires system hooks for every member and project that is removed with a group, then for the group. */
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

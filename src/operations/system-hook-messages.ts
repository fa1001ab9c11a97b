import { namespaceOf, ownerOf } from '../resources/namespace.ts'
import type { Presentation } from '../resources/presentation.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { SshKeyRecord } from '../store/models/ssh-key.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { HookMessage } from './operation.ts'

/** What system hooks are told of users, keys and projects: the payloads of that release (not shown in document 1). */
export const systemHookMessages = {
  userCreated: (user: UserRecord) => userMessage('user_create', user),
  userDestroyed: (user: UserRecord) => userMessage('user_destroy', user),
  keyCreated: (key: SshKeyRecord, user: UserRecord) => keyMessage('key_create', key, user),
  keyDestroyed: (key: SshKeyRecord, user: UserRecord) => keyMessage('key_destroy', key, user),
  projectCreated: (project: ProjectRecord, presentation: Presentation) =>
    projectMessage('project_create', project, presentation),
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

const visibilityNames = { 0: 'private', 10: 'internal', 20: 'public' } as const

/** The owner is the user of a personal namespace; a group has no address. */
function projectMessage(
  event_name: string,
  project: ProjectRecord,
  presentation: Presentation,
): HookMessage {
  const namespace = namespaceOf(presentation, project)
  const owner = ownerOf(presentation, namespace)
  return {
    trigger: 'system',
    payload: {
      event_name,
      name: project.name,
      path: project.path,
      path_with_namespace: `${namespace.path}/${project.path}`,
      project_id: project.id,
      owner_name: owner?.name ?? namespace.name,
      owner_email: owner?.email ?? '',
      project_visibility: visibilityNames[project.visibility_level],
      created_at: project.created_at,
      updated_at: project.updated_at,
    },
  }
}

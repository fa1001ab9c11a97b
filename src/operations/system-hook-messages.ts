import type { SshKeyRecord } from '../store/models/ssh-key.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { HookMessage } from './operation.ts'

/** What system hooks are told of users and keys: the payloads of that release (not shown in document 1). */
export const systemHookMessages = {
  userCreated: (user: UserRecord) => userMessage('user_create', user),
  userDestroyed: (user: UserRecord) => userMessage('user_destroy', user),
  keyCreated: (key: SshKeyRecord, user: UserRecord) => keyMessage('key_create', key, user),
  keyDestroyed: (key: SshKeyRecord, user: UserRecord) => keyMessage('key_destroy', key, user),
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

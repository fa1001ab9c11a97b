import type { SshKey, SshKeyWithUser } from '../../../contract/generated/v4/contract.ts'
import type { SshKeyRecord } from '../../../store/models/ssh-key.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userOwn } from './user.ts'

/** Returns a key with a generated comment: the name of the user, and the host. */
export function sshKeyResource(key: SshKeyRecord, presentation: Presentation): SshKey {
  const { id, title, created_at, expires_at, last_used_at, usage_type } = key
  const [type, body] = key.key.split(/\s+/)
  const { name } = existingUser(presentation, key.user_id)
  const { hostname } = new URL(presentation.addresses.origin)
  const text = `${type} ${body} ${name} (${hostname})`
  return { id, title, created_at, expires_at, last_used_at, key: text, usage_type }
}

export function sshKeyWithUser(key: SshKeyRecord, presentation: Presentation): SshKeyWithUser {
  const user = existingUser(presentation, key.user_id)
  return { ...sshKeyResource(key, presentation), user: userOwn(user, presentation) }
}

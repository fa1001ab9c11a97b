import type { SshKey, SshKeyWithUser } from '../../../contract/generated/v3/contract.ts'
import type { SshKeyRecord } from '../../../store/models/ssh-key.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userFull } from './user.ts'

export function sshKeyResource({ id, title, key, created_at }: SshKeyRecord): SshKey {
  return { id, title, key, created_at }
}

/** Returns a key with its owner, for administrators. */
export function sshKeyWithUser(key: SshKeyRecord, presentation: Presentation): SshKeyWithUser {
  const user = existingUser(presentation, key.user_id)
  return { ...sshKeyResource(key), user: userFull(user, presentation) }
}

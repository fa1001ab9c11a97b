import { keyBody } from '../../store/collections.ts'
import type { SshKeyRecord } from '../../store/models/ssh-key.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { Context } from '../context.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { checkNoErrors } from '../validation.ts'

export type NewSshKey = Pick<SshKeyRecord, 'title' | 'key'>

const keyTypes = /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521))$/

/** Throws 400 for a key that is none, that somebody has already, or that has no title. */
export function checkSshKey({ store }: Context, { title, key }: NewSshKey): void {
  checkNoErrors({
    title: title.trim() === '' ? ["can't be blank"] : [],
    key: [
      ...(isPublicKey(key.trim()) ? [] : ['is invalid']),
      ...(store.keys.one('key', keyBody(key)) ? ['has already been taken'] : []),
    ],
  })
}

export function addSshKey(
  { store, now, fire }: Pick<Context, 'store' | 'now' | 'fire'>,
  user: UserRecord,
  { title, key }: NewSshKey,
): SshKeyRecord {
  const added = store.keys.insert({ user_id: user.id, title, key: key.trim(), created_at: now })
  fire(systemHookMessages.keyCreated(added, user))
  return added
}

export function removeSshKey({ store, fire }: Context, user: UserRecord, key: SshKeyRecord): void {
  store.keys.remove(key)
  fire(systemHookMessages.keyDestroyed(key, user))
}

/** A type that names itself, and Base64: whether it is a key of that type is for SSH to say. */
function isPublicKey(text: string): boolean {
  const [type = '', body = ''] = text.split(/\s+/)
  return keyTypes.test(type) && /^[A-Za-z0-9+/]+={0,3}$/.test(body)
}

import type { SshKeyRecord } from '../../../store/models/ssh-key.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { keyBody } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'
import { hasFingerprint } from './ssh-key-format.ts'

export type NewSshKey = Pick<SshKeyRecord, 'title' | 'key'>

const MAX_TITLE_LENGTH = 255
const MAX_KEY_LENGTH = 5000

/** Throws 400 for a key that is none or that somebody has already, and for a title that is none. */
export function checkSshKey({ store }: Context, { title, key: given }: NewSshKey): void {
  const key = given.trim()
  const isOneLine = !/[\n\r]/.test(key)
  checkNoErrors({
    title: [
      ...(title.trim() === '' ? ["can't be blank"] : []),
      ...lengthErrors(title, MAX_TITLE_LENGTH),
    ],
    key: [
      ...(key === '' ? ["can't be blank"] : []),
      ...lengthErrors(key, MAX_KEY_LENGTH),
      ...(/^(ssh|ecdsa)-/.test(key) ? [] : ['is invalid']),
      ...(isOneLine ? [] : ['should be a single line']),
      ...(store.keys.one('key', keyBody(key)) ? ['has already been taken'] : []),
    ],
    fingerprint: isOneLine && hasFingerprint(key) ? [] : ['cannot be generated'],
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

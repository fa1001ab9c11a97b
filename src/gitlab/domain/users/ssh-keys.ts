import { decodeBase64 } from '../../../shared/base64.ts'
import type { SshKeyRecord } from '../../../store/models/ssh-key.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { keyBody } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'

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

const keyTypes = /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521))$/

/**
 * Whether a text is a public key of which a fingerprint can be computed: a type, and in Base64 a body
 * of fields, each with its length before it, the first of which names the type again (RFC 4253, 6.6).
 */
function hasFingerprint(text: string): boolean {
  const [type = '', body = ''] = text.split(/\s+/)
  const bytes = keyTypes.test(type) && /^[A-Za-z0-9+/]+={0,2}$/.test(body) && decodeBase64(body)
  if (!bytes) return false
  const fields = fieldsOf(bytes)
  const [name] = fields ?? []
  return name !== undefined && new TextDecoder().decode(name) === type && (fields?.length ?? 0) > 1
}

/** The fields of a key's body; undefined where a length leads beyond its end. */
function fieldsOf(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fields: Uint8Array[] = []
  let position = 0
  while (position < bytes.length) {
    const start = position + 4
    if (start > bytes.length) return undefined
    const end = start + view.getUint32(position)
    if (end > bytes.length) return undefined
    fields.push(bytes.subarray(start, end))
    position = end
  }
  return fields
}

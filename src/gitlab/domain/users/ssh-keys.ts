import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { decodeBase64, encodeBase64 } from '../../../shared/base64.ts'
import type { SshKeyRecord } from '../../../store/models/ssh-key.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { keyBody } from '../../../store/record-keys.ts'
import { omitUndefined } from '../changes.ts'
import type { Context } from '../context.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'

export type NewSshKey = Pick<SshKeyRecord, 'title' | 'key'> &
  Partial<Pick<SshKeyRecord, 'expires_at' | 'usage_type'>>

const MAX_TITLE_LENGTH = 255
const MAX_KEY_LENGTH = 5000
/** The longest text that is parsed; longer ones are too long for any key. */
const MAX_READ_LENGTH = 65_536

/** Throws 400 for a key that is invalid or already taken, and for a missing title. */
export function checkSshKey(context: Context, key: NewSshKey): void {
  checkPublicKey(context, key, context.store.keys.one('key', keyBody(key.key)) !== undefined)
}

/** Throws 400 for a key of a user or of projects that is invalid or taken, and for a missing title. */
export function checkPublicKey(
  { release }: Pick<Context, 'release'>,
  { title, key: given }: NewSshKey,
  isTaken: boolean,
): void {
  const key = given.trim()
  const isOneLine = !/[\n\r]/.test(key)
  const isKey = isOneLine && key.length <= MAX_READ_LENGTH && hasFingerprint(key)
  const taken = isTaken ? ['has already been taken'] : []
  checkNoErrors({
    title: [
      ...(title.trim() === '' ? ["can't be blank"] : []),
      ...lengthErrors(title, MAX_TITLE_LENGTH),
    ],
    key: [
      ...(key === '' ? ["can't be blank"] : []),
      ...lengthErrors(key, MAX_KEY_LENGTH),
      ...(release.namesKeyFingerprints ? faultsOfText(key, taken) : isKey ? [] : ['is invalid']),
    ],
    ...(release.namesKeyFingerprints
      ? { fingerprint: isKey ? [] : ['cannot be generated'] }
      : { fingerprint_sha256: taken }),
  })
}

function faultsOfText(key: string, taken: readonly string[]): string[] {
  return [
    ...(/^(ssh|ecdsa)-/.test(key) ? [] : ['is invalid']),
    ...(/[\n\r]/.test(key) ? ['should be a single line'] : []),
    ...taken,
  ]
}

export function addSshKey(
  { store, now, fire }: Pick<Context, 'store' | 'now' | 'fire'>,
  user: UserRecord,
  { title, key, expires_at = null, usage_type }: NewSshKey,
): SshKeyRecord {
  const details = { title, key: key.trim(), expires_at, ...omitUndefined({ usage_type }) }
  const added = store.keys.insert({ ...details, user_id: user.id, created_at: now })
  fire(systemHookMessages.keyCreated(added, user))
  return added
}

export function removeSshKey({ store, fire }: Context, user: UserRecord, key: SshKeyRecord): void {
  store.keys.remove(key)
  fire(systemHookMessages.keyDestroyed(key, user))
}

const keyTypes = /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521))$/

/**
 * Whether a text is a public key with a computable fingerprint: a type, and a Base64 body of fields with length
 * prefixes, the first of which repeats the type (RFC 4253, 6.6).
 */
function hasFingerprint(text: string): boolean {
  const [type = '', body = ''] = text.split(/\s+/)
  const bytes = keyTypes.test(type) && /^[A-Za-z0-9+/]+={0,2}$/.test(body) && decodeBase64(body)
  if (!bytes) return false
  const fields = fieldsOf(bytes)
  const [name] = fields ?? []
  return name !== undefined && new TextDecoder().decode(name) === type && (fields?.length ?? 0) > 1
}

/** Returns the fields of a key's body; undefined where a length exceeds the body. */
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

/** Returns the fingerprints of a public key, by MD5 with colons and by SHA-256; undefined for an invalid key. */
export function fingerprintsOf(
  text: string,
): { readonly md5: string; readonly sha256: string } | undefined {
  const bytes = hasFingerprint(text) ? decodeBase64(keyBody(text)) : undefined
  if (!bytes) return undefined
  return {
    md5: [...md5(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join(':'),
    sha256: `SHA256:${encodeBase64(sha256(bytes)).replaceAll('=', '')}`,
  }
}

/** A parsed fingerprint: its digest, and the text in hexadecimal or Base64. */
interface Fingerprint {
  readonly digest: 'md5' | 'sha256'
  readonly text: string
}

/** Parses `MD5:ab:cd…`, the same without a prefix, and `SHA256:` with Base64; undefined for anything else. */
export function readFingerprint(given: string): Fingerprint | undefined {
  const sha256 = /^SHA256:([A-Za-z0-9+/]{43})=?$/.exec(given)?.[1]
  if (sha256) return { digest: 'sha256', text: sha256 }
  const md5 = /^(?:MD5:)?((?:[0-9a-f]{2}:){15}[0-9a-f]{2})$/i.exec(given)?.[1]
  return md5 ? { digest: 'md5', text: md5.toLowerCase() } : undefined
}

/** Finds the key with a fingerprint, of a user or of projects. */
export function keyOfFingerprint<Key extends { readonly key: string }>(
  keys: readonly Key[],
  { digest, text }: Fingerprint,
): Key | undefined {
  return keys.find(({ key }) => {
    const bytes = decodeBase64(keyBody(key))
    if (!bytes) return false
    if (digest === 'sha256') return encodeBase64(sha256(bytes)).replaceAll('=', '') === text
    return [...md5(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join(':') === text
  })
}

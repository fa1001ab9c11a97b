import { decodeBase64 } from '../../../shared/base64.ts'

const types = /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521))$/

/**
 * Whether a text is a public key of which a fingerprint can be computed: a type, and in Base64 a body
 * of fields, each with its length before it, the first of which names the type again (RFC 4253, 6.6).
 */
export function hasFingerprint(text: string): boolean {
  const [type = '', body = ''] = text.split(/\s+/)
  const bytes = types.test(type) && /^[A-Za-z0-9+/]+={0,2}$/.test(body) && decodeBase64(body)
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

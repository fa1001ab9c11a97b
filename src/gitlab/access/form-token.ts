import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * What a page signs its forms with, which no page of another site can know: it shows that who is signed in by the
 * cookie of a session means what is sent (`authenticity_token`, or the header `X-CSRF-Token`).
 */
export function formToken(session: string): string {
  return bytesToHex(sha256(utf8ToBytes(`form of ${session}`)))
}

/** Whether a form, or a call with the header, comes from a page of the session. */
export function isOwnForm(session: string | undefined, token: unknown): boolean {
  return session !== undefined && token === formToken(session)
}

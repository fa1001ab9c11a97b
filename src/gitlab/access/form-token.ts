import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Returns the token of the forms of a session. It protects against cross-site request forgery, since pages of other
 * sites cannot know it (`authenticity_token`, or the header `X-CSRF-Token`).
 */
export function formToken(session: string): string {
  return bytesToHex(sha256(utf8ToBytes(`form of ${session}`)))
}

/** Whether a form, or a request with the header, comes from a page of the session. */
export function isOwnForm(session: string | undefined, token: unknown): boolean {
  return session !== undefined && token === formToken(session)
}

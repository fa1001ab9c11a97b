import { bytesOf, byteText } from './git/text.ts'

/** Without line breaks. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(byteText(bytes))
}

/** White space between the characters is allowed, as is padding left out; undefined for what is no Base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return bytesOf(atob(text))
  } catch {
    return undefined
  }
}

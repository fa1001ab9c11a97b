/** Base64 of bytes. */
export function base64OfBytes(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** The bytes of Base64, in lines or not; undefined where it is none. */
export function bytesOf(base64: string | undefined): Uint8Array | undefined {
  try {
    const text = atob((base64 ?? '\0').replace(/\s+/g, ''))
    return Uint8Array.from(text, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** The text of Base64, read as UTF-8. */
export function textOf(base64: string | undefined): string | undefined {
  const bytes = bytesOf(base64)
  return bytes && new TextDecoder().decode(bytes)
}

/** Every byte there is, so that nothing may be taken for text. */
export const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)

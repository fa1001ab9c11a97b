const BINARY_WINDOW = 8000
const CHUNK = 8192

/** As git decides it: a NUL among the first 8,000 bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, BINARY_WINDOW).includes(0)
}

/**
 * A text with one character a byte. Lines are compared in this form, so that any encoding keeps its
 * bytes.
 */
export function byteText(bytes: Uint8Array): string {
  if (bytes.length <= CHUNK) return String.fromCharCode(...bytes)
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)))
  }
  return parts.join('')
}

/** The way back from `byteText`. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Reads bytes as UTF-8; what is none becomes U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of bytes in UTF-8; undefined where they are none. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return undefined
  }
}

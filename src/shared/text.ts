const BINARY_WINDOW = 8000
const CHUNK = 8192

/** Whether a file is binary, decided as git does: a NUL among its first 8,000 bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, BINARY_WINDOW).includes(0)
}

/**
 * Converts bytes to a string with one character a byte. Lines are compared in this form, so that the bytes of
 * every encoding are preserved.
 */
export function byteText(bytes: Uint8Array, from = 0, to = bytes.length): string {
  if (to - from <= CHUNK) return chunkText(bytes, from, to)
  const parts: string[] = []
  for (let start = from; start < to; start += CHUNK) {
    parts.push(chunkText(bytes, start, Math.min(start + CHUNK, to)))
  }
  return parts.join('')
}

/** By an array: to spread the bytes themselves takes five times as long, and a push reads names by the ten thousand. */
function chunkText(bytes: Uint8Array, from: number, to: number): string {
  const codes: number[] = []
  for (let at = from; at < to; at += 1) codes.push(bytes[at] ?? 0)
  return String.fromCharCode(...codes)
}

/** The inverse of `byteText`. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Decodes UTF-8; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8; undefined where the bytes are not valid. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return undefined
  }
}

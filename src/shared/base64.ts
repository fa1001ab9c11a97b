import { bytesOf } from './text.ts'

/** Methods of newer engines, which need no intermediate string. */
interface NativeEncoder {
  toBase64(): string
}

interface NativeDecoder {
  fromBase64(text: string): Uint8Array
}

const hasEncoder = (bytes: object): bytes is NativeEncoder => 'toBase64' in bytes
const hasDecoder = (type: object): type is NativeDecoder => 'fromBase64' in type

/** Encodes bytes as Base64, without line breaks. */
export function encodeBase64(bytes: Uint8Array): string {
  return hasEncoder(bytes) ? bytes.toBase64() : encodeByTable(bytes)
}

/** Decodes Base64. White space is ignored and padding may be missing; undefined where the text is not Base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return hasDecoder(Uint8Array) ? Uint8Array.fromBase64(text) : bytesOf(atob(text))
  } catch {
    return undefined
  }
}

const DIGITS = new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
)
const PADDING = 61

/** By table: building the binary string that `btoa` needs takes ten times as long. */
function encodeByTable(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  let end = 0
  for (let start = 0; start < bytes.length; start += 3) {
    const three =
      ((bytes[start] ?? 0) << 16) | ((bytes[start + 1] ?? 0) << 8) | (bytes[start + 2] ?? 0)
    text[end++] = DIGITS[three >> 18] ?? 0
    text[end++] = DIGITS[(three >> 12) & 63] ?? 0
    text[end++] = DIGITS[(three >> 6) & 63] ?? 0
    text[end++] = DIGITS[three & 63] ?? 0
  }
  const missing = text.length === 0 ? 0 : (3 - (bytes.length % 3)) % 3
  text.fill(PADDING, text.length - missing)
  return new TextDecoder().decode(text)
}

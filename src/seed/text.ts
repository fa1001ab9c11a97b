const utf8Mark = [0xef, 0xbb, 0xbf]
const utf16Marks = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/**
 * The text of a file in UTF-8, without a byte order mark. Throws an error that says what to do where
 * the bytes are UTF-16 or something else.
 */
export function readText(bytes: Uint8Array): string {
  const startsWith = (mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)
  // JSON and YAML hold no NUL, and UTF-16 of Latin letters has one in every pair of bytes.
  if (utf16Marks.some(startsWith) || bytes.subarray(0, 4).includes(0)) {
    throw new Error('it is UTF-16; save it as UTF-8')
  }
  try {
    const text = startsWith(utf8Mark) ? bytes.subarray(utf8Mark.length) : bytes
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    throw new Error('it is not UTF-8; save it as UTF-8')
  }
}

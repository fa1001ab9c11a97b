/** The scale on which git counts likeness; half of it makes a rename. */
export const FULL_SCORE = 60_000
const LONGEST_CHUNK = 64
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const LEADING_NULS = /^\0+/

/** How many bytes of a file lie in chunks of each content. A chunk ends with a line or after 64 bytes. */
export type Fingerprint = ReadonlyMap<string, number>

/**
 * Of a text, the carriage return of a line end does not count: a file with other line ends is the
 * same file.
 */
export function fingerprint(bytes: Uint8Array, isText: boolean): Fingerprint {
  const chunks = new Map<string, number>()
  let chunk: number[] = []
  const close = () => {
    // Git's checksum of a chunk does not see NUL bytes at its start.
    const key = String.fromCharCode(...chunk).replace(LEADING_NULS, '')
    chunks.set(key, (chunks.get(key) ?? 0) + chunk.length)
    chunk = []
  }
  for (const [index, byte] of bytes.entries()) {
    if (isText && byte === CARRIAGE_RETURN && bytes[index + 1] === LINE_FEED) continue
    chunk.push(byte)
    if (byte === LINE_FEED || chunk.length === LONGEST_CHUNK) close()
  }
  if (chunk.length > 0) close()
  return chunks
}

/** Whether two sizes alone rule out a score of at least `least`. */
export function areSizesTooFarApart(left: number, right: number, least: number): boolean {
  const largest = Math.max(left, right)
  return largest * (FULL_SCORE - least) < Math.abs(left - right) * FULL_SCORE
}

export interface Measured {
  readonly size: number
  readonly fingerprint: Fingerprint
}

/** The share of the larger file that was in the source already, from 0 to FULL_SCORE, as git counts it. */
export function similarity(source: Measured, destination: Measured): number {
  if (destination.size === 0) return 0
  let copied = 0
  for (const [chunk, length] of source.fingerprint) {
    copied += Math.min(length, destination.fingerprint.get(chunk) ?? 0)
  }
  return Math.floor((copied * FULL_SCORE) / Math.max(source.size, destination.size))
}

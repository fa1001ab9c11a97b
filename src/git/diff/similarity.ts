import { isBinary } from '../../shared/text.ts'

/** The scale of git's similarity scores; half of it makes a rename. */
export const FULL_SCORE = 60_000
const MAX_CHUNK = 64
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** The content of a file by chunks, which end with a line or after 64 bytes; equal chunks are combined. */
export interface Fingerprint {
  readonly size: number
  /** The numbers of the chunks, and the number of bytes of the file in each of them. */
  readonly chunks: Int32Array
  readonly bytes: Int32Array
}

/** Whether the sizes alone rule out a score of at least `least`. */
export function areSizesTooFarApart(left: number, right: number, least: number): boolean {
  const largest = Math.max(left, right)
  return largest * (FULL_SCORE - least) < Math.abs(left - right) * FULL_SCORE
}

/** Fingerprints that can be compared: equal chunks have the same number in all of them. */
export interface Fingerprints {
  fingerprintOf(bytes: Uint8Array): Fingerprint
  /** Returns the share of the larger file that the source contains, from 0 to FULL_SCORE, as git computes it. */
  similarity(source: Fingerprint, destination: Fingerprint): number
}

/** Makes fingerprints; as in git, chunks are identified by a hash of their bytes. */
export function createFingerprints(): Fingerprints {
  const numberOf = new Map<number, number>()
  /** The number of bytes of each chunk in the last compared source, by the number of the chunk. */
  let inSource = new Int32Array(0)
  let lastSource: Fingerprint | undefined

  function take(source: Fingerprint): void {
    if (source === lastSource) return
    for (const chunk of lastSource?.chunks ?? []) inSource[chunk] = 0
    if (inSource.length < numberOf.size) inSource = new Int32Array(2 * numberOf.size)
    for (let index = 0; index < source.chunks.length; index += 1) {
      inSource[source.chunks[index] ?? 0] = source.bytes[index] ?? 0
    }
    lastSource = source
  }

  return {
    fingerprintOf(bytes) {
      const sizes = new Map<number, number>()
      eachChunk(bytes, (hash, size) => {
        let number = numberOf.get(hash)
        if (number === undefined) {
          number = numberOf.size
          numberOf.set(hash, number)
        }
        sizes.set(number, (sizes.get(number) ?? 0) + size)
      })
      const chunks = Int32Array.from(sizes.keys())
      return { size: bytes.length, chunks, bytes: Int32Array.from(sizes.values()) }
    },
    similarity(source, destination) {
      if (destination.size === 0) return 0
      take(source)
      let copied = 0
      const { chunks, bytes } = destination
      for (let index = 0; index < chunks.length; index += 1) {
        copied += Math.min(bytes[index] ?? 0, inSource[chunks[index] ?? 0] ?? 0)
      }
      return Math.floor((copied * FULL_SCORE) / Math.max(source.size, destination.size))
    },
  }
}

/**
 * Passes the hash and the size of each chunk to a callback. In a text, the carriage return before a line feed is
 * ignored, so that other line endings make no difference. NUL bytes at the start of a chunk leave its hash at 0, as in
 * git.
 */
function eachChunk(bytes: Uint8Array, give: (hash: number, size: number) => void): void {
  const isText = !isBinary(bytes)
  let hash = 0
  let size = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    if (isText && byte === CARRIAGE_RETURN && bytes[index + 1] === LINE_FEED) continue
    hash = Math.imul(hash ^ byte, 0x01000193)
    size += 1
    if (byte !== LINE_FEED && size < MAX_CHUNK) continue
    give(hash ^ (hash >>> 15), size)
    hash = 0
    size = 0
  }
  if (size > 0) give(hash ^ (hash >>> 15), size)
}

import { isBinary } from '../../shared/text.ts'

/** The scale on which git counts likeness; half of it makes a rename. */
export const FULL_SCORE = 60_000
const MAX_CHUNK = 64
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** What a file consists of: chunks that end with a line or after 64 bytes, each content once. */
export interface Fingerprint {
  readonly size: number
  /** The numbers of the chunks, and beside them how many bytes of the file lie in chunks of that content. */
  readonly chunks: Int32Array
  readonly bytes: Int32Array
}

/** Whether two sizes alone rule out a score of at least `least`. */
export function areSizesTooFarApart(left: number, right: number, least: number): boolean {
  const largest = Math.max(left, right)
  return largest * (FULL_SCORE - least) < Math.abs(left - right) * FULL_SCORE
}

/** Files that are compared with one another: equal chunks have one number in all of them. */
export interface Fingerprints {
  fingerprintOf(bytes: Uint8Array): Fingerprint
  /** The share of the larger file that was in the source already, from 0 to FULL_SCORE, as git counts it. */
  similarity(source: Fingerprint, destination: Fingerprint): number
}

/** As git does, chunks are identified by a hash of their bytes. */
export function createFingerprints(): Fingerprints {
  const numberOf = new Map<number, number>()
  /** By the number of a chunk: how much of the source that was compared last lies in it. */
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
 * Gives the hash and the size of each chunk. Of a text, the carriage return of a line end does not count: a file
 * with other line ends is the same file. NUL bytes at the start of a chunk leave its hash at 0, as they do in git.
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

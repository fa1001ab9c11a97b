import { adler32 } from './adler32.ts'

/** The maximum length of a stored block. */
const MAX_BLOCK = 0xffff

/** Returns the length of a stored zlib stream for that many bytes. */
export function storedLength(length: number): number {
  return 2 + 5 * Math.max(1, Math.ceil(length / MAX_BLOCK)) + length + 4
}

/** Shorter contents are copied byte by byte, since making a view costs more. */
const FEW_BYTES = 96

/**
 * Writes bytes as a zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4) to an offset of `stream`, and returns the
 * next offset.
 */
export function writeStored(stream: Uint8Array, place: number, bytes: Uint8Array): number {
  let at = place
  stream[at++] = 0x78
  stream[at++] = 0x01
  let from = 0
  do {
    const length = Math.min(MAX_BLOCK, bytes.length - from)
    stream[at++] = from + length === bytes.length ? 1 : 0
    stream[at++] = length & 0xff
    stream[at++] = length >> 8
    stream[at++] = ~length & 0xff
    stream[at++] = (~length >> 8) & 0xff
    if (length > FEW_BYTES) stream.set(bytes.subarray(from, from + length), at)
    else for (let index = 0; index < length; index++) stream[at + index] = bytes[from + index] ?? 0
    at += length
    from += length
  } while (from < bytes.length)
  const sum = adler32(bytes)
  stream[at++] = sum >>> 24
  stream[at++] = (sum >>> 16) & 0xff
  stream[at++] = (sum >>> 8) & 0xff
  stream[at++] = sum & 0xff
  return at
}

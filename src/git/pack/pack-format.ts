import { bytesToHex } from '@noble/hashes/utils.js'
import type { GitObject, ObjectId } from '../objects/objects.ts'

/** The constants and the entry headers of packs (gitformat-pack(5)). */

/** `PACK`, the version and the number of objects. */
export const PACK_HEADER_BYTES = 12
/** The SHA-1 of everything before it. */
export const PACK_CHECKSUM_BYTES = 20
const SIGNATURE = 0x5041434b
const ID_BYTES = 20

/** The numbers of object types ("Object types"). */
export const typeNumbers = { commit: 1, tree: 2, blob: 3, tag: 4, byOffset: 6, byId: 7 } as const

const typesByNumber: readonly (GitObject['type'] | undefined)[] = [
  undefined,
  'commit',
  'tree',
  'blob',
  'tag',
]

/** Parses the header of a pack; undefined where it is malformed or too short. */
export function readPackHeader(
  bytes: Uint8Array,
): { readonly version: number; readonly count: number } | undefined {
  if (bytes.length < PACK_HEADER_BYTES + PACK_CHECKSUM_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  if (view.getUint32(0) !== SIGNATURE) return undefined
  return { version: view.getUint32(4), count: view.getUint32(8) }
}

/** The header of an entry. */
export interface EntryHeader {
  /** The number of the type; `type` is undefined for a delta and for an invalid number. */
  readonly number: number
  readonly type: GitObject['type'] | undefined
  /** The inflated size of the content. */
  readonly size: number
  /** The base of a delta: the distance back to its entry, or its id. */
  readonly base: number | ObjectId | undefined
  /** The offset of the content. */
  readonly end: number
}

/** The maximum number of bytes of a number; longer ones exceed all limits. */
const MAX_NUMBER_BYTES = 10

/** Parses the header of the entry at an offset; undefined where the bytes end within it. */
export function readEntryHeader(bytes: Uint8Array, start: number): EntryHeader | undefined {
  let at = start
  let byte = bytes[at++]
  if (byte === undefined) return undefined
  const number = (byte >> 4) & 7
  let size = byte & 15
  for (let factor = 16; byte >= 0x80 && at - start < MAX_NUMBER_BYTES; factor *= 128) {
    byte = bytes[at++]
    if (byte === undefined) return undefined
    size += (byte & 0x7f) * factor
  }
  const header = { number, type: typesByNumber[number], size }
  if (number === typeNumbers.byId) {
    const id = bytes.subarray(at, at + ID_BYTES)
    return id.length < ID_BYTES
      ? undefined
      : { ...header, base: bytesToHex(id), end: at + ID_BYTES }
  }
  if (number !== typeNumbers.byOffset) return { ...header, base: undefined, end: at }
  const distance = readDistance(bytes, at)
  return distance && { ...header, base: distance.value, end: distance.end }
}

/** Reads a distance in groups of seven bits, highest first, with an increment for each continuation byte. */
function readDistance(bytes: Uint8Array, start: number) {
  let at = start
  let byte = bytes[at++]
  if (byte === undefined) return undefined
  let value = byte & 0x7f
  while (byte >= 0x80 && at - start < MAX_NUMBER_BYTES) {
    byte = bytes[at++]
    if (byte === undefined) return undefined
    value = (value + 1) * 128 + (byte & 0x7f)
  }
  return { value, end: at }
}

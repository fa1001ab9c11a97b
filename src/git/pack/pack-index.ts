import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { ObjectId } from '../objects/objects.ts'

/** The index of a pack, from the `.idx` file beside it, with the offsets of its objects. */
export interface PackIndex {
  readonly bytes: Uint8Array
  readonly size: number
  /** The SHA-1 of the pack of the index. */
  readonly packChecksum: Uint8Array
  idAt(place: number): ObjectId
  offsetAt(place: number): number
  /** Returns the position of an object in the order of ids; undefined where the pack does not contain it. */
  placeOf(id: ObjectId): number | undefined
}

const MAGIC = 0xff744f63
const FANOUT = 8
const FANOUT_BYTES = 4 * 256
const ID_BYTES = 20
const CHECKSUM_BYTES = 4
const LARGE = 0x8000_0000

/**
 * Parses an index of version 2 (gitformat-pack, "pack-*.idx files"); version 1 has not been git's default since 2008.
 * @throws Error where it has another version, or is damaged.
 */
export function readPackIndex(bytes: Uint8Array): PackIndex {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < FANOUT + FANOUT_BYTES + 2 * ID_BYTES) throw new Error('is too short')
  if (view.getUint32(0) !== MAGIC || view.getUint32(4) !== 2) {
    throw new Error('is not of version 2: `git repack -a -d` writes a new one')
  }
  const fanout = (first: number) => (first < 0 ? 0 : view.getUint32(FANOUT + 4 * first))
  const size = fanout(255)
  const ids = FANOUT + FANOUT_BYTES
  const offsets = ids + size * (ID_BYTES + CHECKSUM_BYTES)
  const largeOffsets = offsets + 4 * size
  const end = bytes.length - 2 * ID_BYTES
  for (let first = 0; first < 256; first += 1) {
    if (fanout(first) < fanout(first - 1)) throw new Error('has a table that goes down')
  }
  if (largeOffsets > end) throw new Error('is too short')

  function offsetAt(place: number): number {
    const offset = view.getUint32(offsets + 4 * place)
    if (offset < LARGE) return offset
    const at = largeOffsets + 8 * (offset - LARGE)
    if (at + 8 > end) throw new Error('has an offset that is not there')
    return 2 ** 32 * view.getUint32(at) + view.getUint32(at + 4)
  }
  /** Compares an id with the one at a position; negative where it comes first. */
  function compare(wanted: Uint8Array, place: number): number {
    const start = ids + ID_BYTES * place
    for (let index = 0; index < ID_BYTES; index += 1) {
      const difference = (wanted[index] ?? 0) - (bytes[start + index] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  }
  return {
    bytes,
    size,
    packChecksum: bytes.subarray(end, end + ID_BYTES),
    idAt: (place) =>
      bytesToHex(bytes.subarray(ids + ID_BYTES * place, ids + ID_BYTES * (place + 1))),
    offsetAt,
    placeOf(id) {
      if (!/^[0-9a-f]{40}$/.test(id)) return undefined
      const wanted = hexToBytes(id)
      const first = wanted[0] ?? 0
      let low = fanout(first - 1)
      let high = fanout(first)
      while (low < high) {
        const middle = (low + high) >> 1
        const order = compare(wanted, middle)
        if (order === 0) return middle
        if (order < 0) high = middle
        else low = middle + 1
      }
      return undefined
    },
  }
}

import { sha1 } from '@noble/hashes/legacy.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { bodyOf, type GitObject } from '../objects/objects.ts'
import { DeltaMaker } from './make-delta.ts'
import { PACK_CHECKSUM_BYTES, PACK_HEADER_BYTES, typeNumbers } from './pack-format.ts'
import { storedLength, writeStored } from './stored-zlib.ts'

/** An object of a pack, and the other version of it that a delta may be made from. */
export interface PackEntry {
  readonly object: GitObject
  /** The place in the pack of an object before it, or an object that the receiver has; undefined for none. */
  readonly base: number | GitObject | undefined
}

export interface PackOptions {
  /** Whether the receiver reads deltas that name their base by its place (`ofs-delta`); by its id otherwise. */
  readonly hasOffsets: boolean
  /** A pack that stands before the entries as it is. */
  readonly whole?: { readonly bytes: Uint8Array; readonly size: number } | undefined
}

/** Bytes are given away in pieces of so many and a few more. */
const PIECE = 64 * 1024
/** What an entry has beside its content and the name of its base, at most: its type and length. */
const MAX_HEAD = 10

/**
 * A pack, piece by piece: objects are made into bytes when their piece is asked for. The contents are zlib streams
 * without compression, which git reads as it reads any other: on the machine that it is asked from mostly, a clone is
 * not made quicker by compression, and each small stream costs a deflater more than all else that is done for its object.
 */
export function* writePack(
  entries: readonly PackEntry[],
  { hasOffsets, whole }: PackOptions,
): Generator<Uint8Array> {
  const hash = sha1.create()
  const writer = new EntryWriter(entries, hasOffsets, whole?.size ?? 0)
  if (whole) {
    for (const piece of writer.takeWhole(whole.bytes)) {
      hash.update(piece)
      yield piece
    }
  }
  for (let index = 0; index < entries.length; index++) {
    writer.write(index)
    if (!writer.isFull()) continue
    const piece = writer.take()
    hash.update(piece)
    yield piece
  }
  const piece = writer.take()
  hash.update(piece)
  yield piece
  yield new Uint8Array(hash.digest())
}

/** Writes the entries of a pack into pieces. */
class EntryWriter {
  readonly #entries: readonly PackEntry[]
  readonly #hasOffsets: boolean
  readonly #deltas = new DeltaMaker()
  /** Where each entry begins in the pack. */
  readonly #offsets: Float64Array
  #bytes = new Uint8Array(2 * PIECE)
  #length = 0
  /** How many bytes were taken before. */
  #taken = 0

  /** `others` are so many objects that stand before. */
  constructor(entries: readonly PackEntry[], hasOffsets: boolean, others: number) {
    this.#entries = entries
    this.#hasOffsets = hasOffsets
    this.#offsets = new Float64Array(entries.length)
    this.#bytes.set([0x50, 0x41, 0x43, 0x4b])
    const view = new DataView(this.#bytes.buffer)
    view.setUint32(4, 2)
    view.setUint32(8, entries.length + others)
    this.#length = PACK_HEADER_BYTES
  }

  isFull(): boolean {
    return this.#length >= PIECE
  }

  /** What has gathered; the caller may keep it. */
  take(): Uint8Array<ArrayBuffer> {
    const piece = this.#bytes.slice(0, this.#length)
    this.#taken += this.#length
    this.#length = 0
    if (this.#bytes.length > 2 * PIECE) this.#bytes = new Uint8Array(2 * PIECE)
    return piece
  }

  /** The head, and then what stands between head and checksum of a pack: deltas in it name distances, which stay. */
  *takeWhole(pack: Uint8Array): Generator<Uint8Array> {
    yield this.take()
    const content = pack.subarray(PACK_HEADER_BYTES, -PACK_CHECKSUM_BYTES)
    for (let at = 0; at < content.length; at += PIECE) yield content.subarray(at, at + PIECE)
    this.#taken += content.length
  }

  write(index: number): void {
    const entry = this.#entries[index]
    if (!entry) return
    const { object, base } = entry
    const offset = this.#taken + this.#length
    this.#offsets[index] = offset
    const baseObject = typeof base === 'number' ? this.#entries[base]?.object : base
    const delta = baseObject && this.#deltaBetween(baseObject, object)
    if (!delta) {
      this.#content(typeNumbers[object.type], undefined, bodyOf(object))
    } else if (typeof base === 'number' && this.#hasOffsets) {
      this.#content(typeNumbers.byOffset, offset - (this.#offsets[base] ?? 0), delta)
    } else {
      this.#content(typeNumbers.byId, hexToBytes(baseObject.id), delta)
    }
  }

  #deltaBetween(base: GitObject, object: GitObject): Uint8Array | undefined {
    if (base.type === 'blob' && object.type === 'blob') {
      return this.#deltas.ofBytes(base.bytes, object.bytes)
    }
    if (base.type !== 'tree' || object.type !== 'tree') return undefined
    return this.#deltas.ofTrees(base, object)
  }

  /** Type and length, what names the base of a delta, and the content. */
  #content(type: number, base: Uint8Array | number | undefined, content: Uint8Array): void {
    this.#makeRoom(2 * MAX_HEAD + 20 + storedLength(content.length))
    const bytes = this.#bytes
    let at = writeTypeAndLength(bytes, this.#length, type, content.length)
    if (typeof base === 'number') {
      at = writeDistance(bytes, at, base)
    } else if (base) {
      bytes.set(base, at)
      at += base.length
    }
    this.#length = writeStored(bytes, at, content)
  }

  #makeRoom(length: number): void {
    if (this.#length + length <= this.#bytes.length) return
    const larger = new Uint8Array(this.#length + length)
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

/** Four bits of the length beside the type, then seven a byte, the lowest first; gives the place behind. */
function writeTypeAndLength(bytes: Uint8Array, place: number, type: number, length: number) {
  let rest = Math.floor(length / 16)
  let at = place
  bytes[at++] = (type << 4) | (length & 15) | (rest > 0 ? 0x80 : 0)
  while (rest > 0) {
    const next = Math.floor(rest / 128)
    bytes[at++] = (rest & 0x7f) | (next > 0 ? 0x80 : 0)
    rest = next
  }
  return at
}

/** The distance back to a base: seven bits a byte, the highest first, and one less for each byte that follows. */
function writeDistance(bytes: Uint8Array, place: number, distance: number): number {
  let count = 1
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor((rest - 1) / 128)) count++
  let rest = distance
  for (let at = place + count - 1; at >= place; at--) {
    bytes[at] = (rest % 128) | (at === place + count - 1 ? 0 : 0x80)
    rest = Math.floor(rest / 128) - 1
  }
  return place + count
}

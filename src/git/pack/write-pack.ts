import { sha1 } from '@noble/hashes/legacy.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { bodyOf, type GitObject } from '../objects/objects.ts'
import { DeltaMaker } from './make-delta.ts'
import { PACK_CHECKSUM_BYTES, PACK_HEADER_BYTES, typeNumbers } from './pack-format.ts'
import { storedLength, writeStored } from './stored-zlib.ts'

/** An object of a pack, with another version of it as the base of a delta. */
export interface PackEntry {
  readonly object: GitObject
  /** The index of an earlier object in the pack, or an object of the receiver; undefined for none. */
  readonly base: number | GitObject | undefined
}

export interface PackOptions {
  /** Whether the receiver supports deltas with offsets (`ofs-delta`); otherwise they name their base by id. */
  readonly hasOffsets: boolean
  /** A complete pack that is sent unchanged before the entries. */
  readonly whole?: { readonly bytes: Uint8Array; readonly size: number } | undefined
}

/** The approximate size of a piece, in bytes. */
const PIECE = 64 * 1024
/** The maximum size of the type and length of an entry. */
const MAX_HEAD = 10

/**
 * Writes a pack in pieces; objects are serialized when their piece is requested. The contents are uncompressed zlib
 * streams, which git reads like any other: clients mostly run on the same machine, where compression does not make a
 * clone faster, and deflating a small stream costs more than everything else for its object.
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
  /** The offset of each entry in the pack. */
  readonly #offsets: Float64Array
  #bytes = new Uint8Array(2 * PIECE)
  #length = 0
  /** The number of bytes in previous pieces. */
  #taken = 0

  /** `others` is the number of objects before the entries. */
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

  /** Returns the current piece, which the caller owns. */
  take(): Uint8Array<ArrayBuffer> {
    const piece = this.#bytes.slice(0, this.#length)
    this.#taken += this.#length
    this.#length = 0
    if (this.#bytes.length > 2 * PIECE) this.#bytes = new Uint8Array(2 * PIECE)
    return piece
  }

  /**
   * The header, and the pack without its header and checksum: its deltas refer to relative distances, which stay valid.
   */
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

  /** Writes the type and length, the reference to the base of a delta, and the content. */
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

/** Writes the type with four bits of the length, then groups of seven bits, lowest first; returns the next offset. */
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

/**
 * Writes the distance back to a base in groups of seven bits, highest first, with a decrement for each continuation
 * byte.
 */
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

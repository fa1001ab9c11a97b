import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type GitObject, identifyBody, type ObjectId } from '../objects/objects.ts'
import { applyDelta, DamagedDelta, resultSize } from './delta.ts'
import { DamagedStream, type Inflated, Inflation, inflate } from './inflate.ts'
import {
  PACK_CHECKSUM_BYTES,
  PACK_HEADER_BYTES,
  readEntryHeader,
  readPackHeader,
} from './pack-format.ts'

/** The reason why a pack is rejected, in the words of `git index-pack`. */
export class PackRefusal extends Error {
  override name = 'PackRefusal'
}

/** An object of a pack with its body, which must not be modified. */
export interface PackedObject {
  readonly type: GitObject['type']
  readonly id: ObjectId
  readonly body: Uint8Array
}

/** The limits of a pack. */
export interface PackLimits {
  readonly objects: number
  /** The total size of all objects and deltas, in bytes. */
  readonly inflated: number
}

/** Returns an object outside of a thin pack; undefined where there is none. */
export type FindBase = (id: ObjectId) => Pick<PackedObject, 'type' | 'body'> | undefined

/**
 * Iterates over the objects of a pack as soon as they are resolved: one whose base is later in the pack follows that
 * base. The pack is only verified after the last object, so nothing may be kept before. The caller can pause between
 * steps; within a large object, steps yield undefined.
 * @throws PackRefusal where the pack is damaged, incomplete, or exceeds the limits.
 */
export function* readPack(
  pack: Uint8Array,
  findBase: FindBase,
  limits: PackLimits,
): Generator<PackedObject | undefined> {
  const reader = new PackReader(pack, findBase, limits)
  for (let left = reader.count; left > 0; left -= 1) yield* reader.next()
  reader.finish()
}

/** The size of a step of reading, inflating or hashing, which takes some milliseconds. */
const SLICE_BYTES = 1024 * 1024
/** The maximum size of a tree, a commit or a tag, which is parsed in a single step. */
const MAX_STRUCTURE = 8 * 1024 * 1024
/** The maximum size of a delta, which is applied in a single step; git makes none larger than half of its result. */
const MAX_DELTA = 64 * 1024 * 1024

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES)
  }
}

/** Computes the id of an object, in slices for a large one. */
function* identified(type: GitObject['type'], body: Uint8Array): Generator<undefined, ObjectId> {
  if (body.length <= SLICE_BYTES) return identifyBody(type, body)
  const sum = sha1.create().update(new TextEncoder().encode(`${type} ${body.length}\0`))
  for (const part of slicesOf(body)) {
    sum.update(part)
    yield undefined
  }
  return bytesToHex(sum.digest())
}

interface Delta {
  /** The offset of its entry. */
  readonly start: number
  readonly bytes: Uint8Array
}

class PackReader {
  readonly count: number
  /** The pack without its trailing checksum. */
  readonly #content: Uint8Array
  readonly #checksum: Uint8Array
  readonly #findBase: FindBase
  readonly #sum = sha1.create()
  #at = PACK_HEADER_BYTES
  #left: number
  readonly #byStart = new Map<number, PackedObject>()
  readonly #byId = new Map<ObjectId, PackedObject>()
  /** Deltas whose base is not resolved yet, by the offset or the id of the base. */
  readonly #waiting = new Map<number | ObjectId, Delta[]>()

  constructor(pack: Uint8Array, findBase: FindBase, { objects, inflated }: PackLimits) {
    if (pack.length < PACK_HEADER_BYTES + PACK_CHECKSUM_BYTES) throw new PackRefusal('early EOF')
    this.#content = pack.subarray(0, -PACK_CHECKSUM_BYTES)
    this.#checksum = pack.subarray(-PACK_CHECKSUM_BYTES)
    this.#findBase = findBase
    this.#left = inflated
    const header = readPackHeader(pack)
    if (!header) throw new PackRefusal('pack signature mismatch')
    const { version, count } = header
    if (version !== 2 && version !== 3) throw new PackRefusal(`pack version ${version} unsupported`)
    this.count = count
    if (this.count > objects) throw new PackRefusal(`pack has more than ${objects} objects`)
    this.#sum.update(this.#content.subarray(0, PACK_HEADER_BYTES))
  }

  /** Reads the next entry: yields its object and those that waited for it, or undefined for a pause. */
  *next(): Generator<PackedObject | undefined> {
    const start = this.#at
    const { type, size, base } = this.#entryHeader()
    this.#checkSize(type ?? 'delta', size)
    const bytes = yield* this.#inflate(size)
    for (const part of slicesOf(this.#content.subarray(start, this.#at))) {
      this.#sum.update(part)
      if (part.length === SLICE_BYTES) yield undefined
    }
    if (type !== undefined) yield* this.#found(start, type, bytes)
    else if (base !== undefined) yield* this.#delta(base, { start, bytes })
  }

  /** Verifies the end of the pack and its checksum. */
  finish(): void {
    const { length } = this.#content
    if (this.#at !== length) throw new PackRefusal('pack has junk at the end')
    if (bytesToHex(this.#sum.digest()) !== bytesToHex(this.#checksum)) {
      throw new PackRefusal('pack is corrupted (SHA1 mismatch)')
    }
    if (this.#waiting.size === 0) return
    throw new PackRefusal(`pack has ${this.#waiting.size} unresolved deltas`)
  }

  *#delta(base: number | ObjectId, delta: Delta): Generator<PackedObject | undefined> {
    const known =
      typeof base === 'number'
        ? this.#byStart.get(base)
        : (this.#byId.get(base) ?? this.#findBase(base))
    if (known) {
      yield* this.#found(delta.start, known.type, this.#apply(known, delta))
      return
    }
    const waiting = this.#waiting.get(base)
    if (waiting) waiting.push(delta)
    else this.#waiting.set(base, [delta])
  }

  *#found(
    start: number,
    type: GitObject['type'],
    body: Uint8Array,
  ): Generator<PackedObject | undefined> {
    const open = [{ start, body }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const object = { type, id: yield* identified(type, next.body), body: next.body }
      this.#byStart.set(next.start, object)
      this.#byId.set(object.id, object)
      yield object
      for (const base of [next.start, object.id]) {
        const waiting = this.#waiting.get(base) ?? []
        this.#waiting.delete(base)
        for (const delta of waiting) {
          open.push({ start: delta.start, body: this.#apply(object, delta) })
        }
      }
    }
  }

  /** Reads the header of the next entry. A base is given by its offset or its id. */
  #entryHeader() {
    const start = this.#at
    const header = readEntryHeader(this.#content, start)
    if (!header) throw new PackRefusal('early EOF')
    this.#at = header.end
    const { type, number, size, base } = header
    if (size > this.#left) throw tooLarge()
    if (type === undefined && base === undefined) {
      throw new PackRefusal(`unknown object type ${number}`)
    }
    if (typeof base !== 'number') return { type, size, base }
    if (base === 0 || base > start - PACK_HEADER_BYTES) {
      throw new PackRefusal('delta base offset is out of bound')
    }
    return { type, size, base: start - base }
  }

  *#inflate(size: number): Generator<undefined, Uint8Array> {
    this.#spend(size)
    try {
      if (size <= SLICE_BYTES) return this.#inflated(inflate(this.#content, this.#at, size))
      const inflation = new Inflation(this.#content, this.#at, size)
      while (!inflation.step(SLICE_BYTES)) yield undefined
      return this.#inflated(inflation.finish())
    } catch (error) {
      if (error instanceof DamagedStream) throw new PackRefusal(`inflate: ${error.message}`)
      throw error
    }
  }

  #inflated({ bytes, end }: Inflated): Uint8Array {
    this.#at = end
    return bytes
  }

  #apply({ type, body }: Pick<PackedObject, 'type' | 'body'>, { bytes }: Delta): Uint8Array {
    try {
      const size = resultSize(bytes)
      this.#checkSize(type, size)
      this.#spend(size)
      return applyDelta(body, bytes)
    } catch (error) {
      if (error instanceof DamagedDelta) throw new PackRefusal(error.message)
      throw error
    }
  }

  #checkSize(type: GitObject['type'] | 'delta', size: number): void {
    if (type === 'blob' || size <= (type === 'delta' ? MAX_DELTA : MAX_STRUCTURE)) return
    throw new PackRefusal(`${type} of ${size} bytes is too large`)
  }

  #spend(size: number): void {
    this.#left -= size
    if (this.#left < 0) throw tooLarge()
  }
}

const tooLarge = () => new PackRefusal('pack exceeds maximum allowed size')

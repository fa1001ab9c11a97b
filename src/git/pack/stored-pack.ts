import { createByteLimitedMap } from '../objects/byte-limited-map.ts'
import type { GitObject, ObjectId } from '../objects/objects.ts'
import { applyDelta } from './delta.ts'
import { inflate } from './inflate.ts'
import {
  PACK_CHECKSUM_BYTES,
  PACK_HEADER_BYTES,
  readEntryHeader,
  readPackHeader,
} from './pack-format.ts'
import type { PackIndex } from './pack-index.ts'

/** The type and the body of an object. */
export interface RawObject {
  readonly type: GitObject['type']
  readonly body: Uint8Array
}

/** A pack in its stored form, whose objects are read on demand. */
export interface StoredPack {
  readonly bytes: Uint8Array
  readonly index: PackIndex
  /** @throws Error where the pack is damaged at that object. */
  read(id: ObjectId): RawObject | undefined
  /** Returns the type of an object from the headers of its delta chain. */
  typeOf(id: ObjectId): GitObject['type'] | undefined
  /** Iterates over all objects in the order of the pack, in which bases of deltas have mostly just been read. */
  readAll(): Generator<readonly [ObjectId, RawObject]>
}

/** The maximum length of a delta chain: git makes chains of up to 50 by default, and 4,095 at most. */
const MAX_CHAIN = 4095
/** The maximum size of an object, in bytes. */
const MAX_OBJECT_BYTES = 512 * 1024 * 1024
/** The maximum ratio of DEFLATE (RFC 1951) is 1,032: a header that states more is wrong. */
const MAX_RATIO = 1032
/** The size of the cache of recent objects, in bytes, since the next objects are often deltas of them. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024

/** @throws Error where it is no pack of version 2 or 3, or the index belongs to another pack. */
export function openStoredPack(bytes: Uint8Array, index: PackIndex): StoredPack {
  const header = readPackHeader(bytes)
  if (!header || ![2, 3].includes(header.version))
    throw new Error('is the index of what is no pack')
  if (header.count !== index.size) throw new Error('is the index of another pack')
  const last = bytes.length - PACK_CHECKSUM_BYTES
  const cache = createByteLimitedMap<number, RawObject>(MAX_CACHED_BYTES)

  function headerAt(offset: number) {
    const isIn = offset >= PACK_HEADER_BYTES && offset < last
    const header = isIn ? readEntryHeader(bytes, offset) : undefined
    if (!header) throw new Error('its index leads out of it')
    const { type, size, base, end } = header
    if (typeof base === 'number') return { type, size, base: offset - base, start: end }
    const place = base === undefined ? undefined : index.placeOf(base)
    return { type, size, base: place === undefined ? undefined : index.offsetAt(place), start: end }
  }

  function contentAt(start: number, size: number): Uint8Array {
    if (size > MAX_OBJECT_BYTES) throw new Error(`an object has ${size} bytes`)
    if (size > MAX_RATIO * (last - start)) throw new Error('an entry says more than can be there')
    return inflate(bytes, start, size).bytes
  }

  function baseOf(base: number | undefined, chain: number): number {
    if (base !== undefined && chain <= MAX_CHAIN) return base
    throw new Error('a delta has no base')
  }

  function typeAt(offset: number): GitObject['type'] {
    let header = headerAt(offset)
    for (let chain = 1; header.type === undefined; chain += 1) {
      header = headerAt(baseOf(header.base, chain))
    }
    return header.type
  }

  function resolveAt(offset: number): RawObject {
    const deltas: { readonly at: number; readonly delta: Uint8Array }[] = []
    let at = offset
    let found = cache.get(at)
    while (!found) {
      const { type, base, size, start } = headerAt(at)
      const content = contentAt(start, size)
      if (type !== undefined) {
        found = { type, body: content }
        cache.set(at, found, content.length)
        break
      }
      deltas.push({ at, delta: content })
      at = baseOf(base, deltas.length)
      found = cache.get(at)
    }
    for (let next = deltas.pop(); next; next = deltas.pop()) {
      found = { type: found.type, body: applyDelta(found.body, next.delta) }
      cache.set(next.at, found, found.body.length)
    }
    return found
  }

  function readAt(offset: number): RawObject {
    try {
      return resolveAt(offset)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`the pack is damaged at byte ${offset}: ${reason}`)
    }
  }

  return {
    bytes,
    index,
    read(id) {
      const place = index.placeOf(id)
      return place === undefined ? undefined : readAt(index.offsetAt(place))
    },
    typeOf(id) {
      const place = index.placeOf(id)
      return place === undefined ? undefined : typeAt(index.offsetAt(place))
    },
    *readAll() {
      const places = Array.from({ length: index.size }, (_, place) => place)
      places.sort((one, other) => index.offsetAt(one) - index.offsetAt(other))
      for (const place of places) yield [index.idAt(place), readAt(index.offsetAt(place))]
    },
  }
}

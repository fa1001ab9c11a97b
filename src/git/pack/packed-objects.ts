import { createByteLimitedMap } from '../objects/byte-limited-map.ts'
import { type ObjectDatabase, type ObjectSource, putObject } from '../objects/database.ts'
import { type GitObject, identifyBody, type ObjectId } from '../objects/objects.ts'
import { parseObject } from '../objects/parse-object.ts'
import { readPackIndex } from './pack-index.ts'
import { readPack } from './read-pack.ts'
import { openStoredPack, type StoredPack } from './stored-pack.ts'

/** The size of the cache of trees and blobs, in bytes. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024
/** The ratio of the memory of a tree entry to its minimum size in the pack. */
const GROWTH_OF_A_TREE = 4

/**
 * Opens the objects of a pack with an index.
 * @throws Error where either is malformed; `checkObjects` finds invalid objects in the pack.
 */
export function openPack(bytes: Uint8Array, index: Uint8Array): ObjectSource {
  return packedObjects(openStoredPack(bytes, readPackIndex(index)))
}

/** The limits of a pack without an index, which is read into memory completely. */
const LIMITS = {
  objects: 1_000_000,
  inflated: 1024 * 1024 * 1024,
}

/**
 * Adds the objects of a pack without an index, after reading all of them.
 * @throws PackRefusal where the pack is damaged.
 */
export function addPack(objects: ObjectDatabase, pack: Uint8Array): void {
  for (const packed of readPack(pack, () => undefined, LIMITS)) {
    if (packed) putObject(objects, parseObject(packed.type, packed.id, packed.body).object)
  }
}

/**
 * Makes a source of the objects of a pack, which are read on demand. Commits and tags are cached permanently, since the
 * caches of histories depend on them; trees and blobs are cached by recent use.
 */
function packedObjects(pack: StoredPack): ObjectSource {
  const commits = new Map<ObjectId, GitObject>()
  const others = createByteLimitedMap<ObjectId, GitObject>(MAX_KEPT_BYTES)
  return {
    size: pack.index.size,
    tips: undefined,
    pack,
    get(id) {
      const known = commits.get(id) ?? others.get(id)
      if (known) return known
      const raw = pack.read(id)
      if (!raw) return undefined
      const { object } = parseObject(raw.type, id, raw.body)
      if (object.type === 'commit' || object.type === 'tag') commits.set(id, object)
      else {
        others.set(id, object, raw.body.length * (object.type === 'tree' ? GROWTH_OF_A_TREE : 1))
      }
      return object
    },
    typeOf: pack.typeOf,
    *ids() {
      for (let place = 0; place < pack.index.size; place += 1) yield pack.index.idAt(place)
    },
    *all() {
      for (const [id, { type, body }] of pack.readAll()) {
        const found = identifyBody(type, body)
        if (found !== id) throw new Error(`the git object ${id} is damaged: its id is ${found}`)
        yield parseObject(type, id, body).object
      }
    },
  }
}

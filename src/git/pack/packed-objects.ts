import { createByteLimitedMap } from '../objects/byte-limited-map.ts'
import { type ObjectDatabase, type ObjectSource, putObject } from '../objects/database.ts'
import { type GitObject, identifyBody, type ObjectId } from '../objects/objects.ts'
import { parseObject } from '../objects/parse-object.ts'
import { readPackIndex } from './pack-index.ts'
import { readPack } from './read-pack.ts'
import { openStoredPack, type StoredPack } from './stored-pack.ts'

/** Of trees and blobs that were asked for last, so many bytes are kept. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024
/** What an entry of a tree takes, and what it takes in the pack at least. */
const GROWTH_OF_A_TREE = 4

/**
 * The objects of a pack that has an index.
 * @throws Error where one of both is not what it should be; what is in the pack, `checkObjects` finds.
 */
export function openPack(bytes: Uint8Array, index: Uint8Array): ObjectSource {
  return packedObjects(openStoredPack(bytes, readPackIndex(index)))
}

/** What one pack without an index may bring: all of it is in memory then. */
const LIMITS = {
  objects: 1_000_000,
  inflated: 1024 * 1024 * 1024,
}

/** Adds the objects of a pack that has none, all of which are read. @throws PackRefusal where it is damaged. */
export function addPack(objects: ObjectDatabase, pack: Uint8Array): void {
  for (const packed of readPack(pack, () => undefined, LIMITS)) {
    if (packed) putObject(objects, parseObject(packed.type, packed.id, packed.body).object)
  }
}

/**
 * The objects of a pack, each read when somebody asks for it. Commits and tags are kept then, as what is known of a
 * history hangs on them; of trees and blobs those that were asked for last.
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

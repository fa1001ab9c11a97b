import { compareBytes } from './byte-order.ts'
import { getObject, type ObjectDatabase } from './database.ts'
import { type ObjectId, serialize } from './objects.ts'
import type { Repository } from './repository.ts'
import { peelToCommit } from './revision.ts'
import { storedZlib } from './stored-zlib.ts'

/** `GET info/refs` of git's dumb HTTP protocol: every reference, and what an annotated tag stands for. */
export function infoRefs(objects: ObjectDatabase, repository: Repository): string {
  const refs = [...repository.refs].sort(([left], [right]) => compareBytes(left, right))
  const lines = refs.map(([name, id]) => {
    const isTag = getObject(objects, id)?.type === 'tag'
    const peeled = isTag ? peelToCommit(objects, id) : undefined
    return `${id}\t${name}\n${peeled === undefined ? '' : `${peeled}\t${name}^{}\n`}`
  })
  return lines.join('')
}

/** `GET HEAD`. */
export function headText(repository: Repository): string {
  return `ref: refs/heads/${repository.head}\n`
}

/** `GET objects/info/packs`: there are no packs, every object is served loose. */
export const PACK_LIST = '\n'

/** `GET objects/ab/cdef…`: the object as a zlib stream; undefined when there is none. */
export function looseObject(objects: ObjectDatabase, id: ObjectId): Uint8Array | undefined {
  const object = getObject(objects, id)
  return object && storedZlib(serialize(object))
}

/** The id that a path below `objects/` asks for: `ab/` and the other 38 digits. */
export function looseObjectId(path: string): ObjectId | undefined {
  const match = /^([0-9a-f]{2})\/([0-9a-f]{38})$/.exec(path)
  return match === null ? undefined : `${match[1]}${match[2]}`
}

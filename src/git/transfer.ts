import { compareBytes } from './objects/byte-order.ts'
import { getObject, type ObjectDatabase } from './objects/database.ts'
import { type ObjectId, serialize } from './objects/objects.ts'
import type { Repository } from './repository.ts'
import { peelToCommit } from './revision.ts'

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

/** The greatest length that a stored block can state. */
const MAX_BLOCK = 0xffff
/** More bytes would take the sums of Adler-32 beyond what is exact before they are reduced. */
const MAX_RUN = 2 ** 20

/**
 * Bytes as a zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4): git reads such an object as
 * it reads a compressed one, and a clone from the same machine is not made quicker by compression.
 */
export function storedZlib(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / MAX_BLOCK))
  const stream = new Uint8Array(2 + 5 * blocks + bytes.length + 4)
  const view = new DataView(stream.buffer)
  view.setUint16(0, 0x7801)
  for (let block = 0; block < blocks; block++) {
    const content = bytes.subarray(block * MAX_BLOCK, (block + 1) * MAX_BLOCK)
    const at = 2 + block * (5 + MAX_BLOCK)
    stream[at] = block === blocks - 1 ? 1 : 0
    view.setUint16(at + 1, content.length, true)
    view.setUint16(at + 3, content.length ^ 0xffff, true)
    stream.set(content, at + 5)
  }
  view.setUint32(stream.length - 4, adler32(bytes))
  return stream
}

/** The checksum of RFC 1950, 9. */
function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0]
  for (let start = 0; start < bytes.length; start += MAX_RUN) {
    for (const byte of bytes.subarray(start, start + MAX_RUN)) {
      low += byte
      high += low
    }
    low %= 65_521
    high %= 65_521
  }
  return high * 65_536 + low
}

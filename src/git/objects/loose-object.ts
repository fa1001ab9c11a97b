import { unzlibSync } from 'fflate'
import { decodeText } from '../../shared/text.ts'
import { type ObjectDatabase, putObject } from './database.ts'
import { identifyBody, type ObjectId } from './objects.ts'
import { parseObject } from './parse-object.ts'

const types = ['blob', 'tree', 'commit', 'tag'] as const

/**
 * Adds an object as git keeps it in a file of its own: compressed, with a header of its type, its size and a NUL.
 * @throws Error where it is none, or not the one of the id.
 */
export function addLooseObject(
  objects: ObjectDatabase,
  id: ObjectId,
  compressed: Uint8Array,
): void {
  const bytes = unzlibSync(compressed)
  const end = bytes.indexOf(0)
  const header = decodeText(bytes.subarray(0, Math.max(0, end)))
  const body = bytes.subarray(end + 1)
  const type = types.find((known) => header === `${known} ${body.length}`)
  if (!type) throw new Error('is no object')
  const found = identifyBody(type, body)
  if (found !== id) throw new Error(`holds the object ${found}`)
  putObject(objects, parseObject(type, id, body).object)
}

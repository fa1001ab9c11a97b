import { unzlibSync } from 'fflate'
import { decodeText } from '../../shared/text.ts'
import { type ObjectDatabase, putObject } from './database.ts'
import { identifyBody, type ObjectId } from './objects.ts'
import { parseObject } from './parse-object.ts'

const types = ['blob', 'tree', 'commit', 'tag'] as const

/**
 * Adds a loose object of git: compressed, with a header of type, size and NUL.
 * @throws Error where it is malformed, or does not match the id.
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

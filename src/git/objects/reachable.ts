import { linksOf } from './check-objects.ts'
import { getObject, type ObjectDatabase } from './database.ts'
import type { GitObject, ObjectId } from './objects.ts'

/** Iterates over all objects that are reachable from some ids, each once. */
export function* reachableObjects(
  objects: ObjectDatabase,
  from: Iterable<ObjectId>,
): Generator<GitObject> {
  const stack = [...from]
  const seen = new Set<ObjectId>(stack)
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const object = getObject(objects, id)
    if (object === undefined) continue
    yield object
    for (const [next] of linksOf(object)) {
      if (seen.has(next)) continue
      seen.add(next)
      stack.push(next)
    }
  }
}

import { createObjectDatabase, type ObjectDatabase, putObject } from '../git/objects/database.ts'

/**
 * The objects of a database as a layer for several to stand on, each with a layer of its own above:
 * nothing is added to it any more. Layers are joined into one as long as the next is not more than
 * twice as large as those before, so however often this is done there are few layers to look
 * through, and an object is copied (its reference, that is) few times.
 */
export function sharedLayer(objects: ObjectDatabase): ObjectDatabase {
  const joined: ObjectDatabase[] = []
  let count = 0
  let below: ObjectDatabase | undefined = objects
  while (below && (joined.length === 0 || below.byId.size <= 2 * count)) {
    joined.push(below)
    count += below.byId.size
    below = below.base
  }
  if (count === 0 && below) return below
  const layer = createObjectDatabase(below)
  for (const each of joined.reverse()) {
    for (const object of each.byId.values()) putObject(layer, object)
  }
  return layer
}

import { getObject, type ObjectDatabase } from './database.ts'
import type { GitObject, ObjectId } from './objects.ts'

function linksOf(object: GitObject): readonly ObjectId[] {
  switch (object.type) {
    case 'blob':
      return []
    case 'tree':
      // What a submodule names is in another repository.
      return object.entries.flatMap(({ mode, id }) => (mode === '160000' ? [] : [id]))
    case 'commit':
      return [object.tree, ...object.parents]
    case 'tag':
      return [object.target]
  }
}

/** Every object that can be reached from some ids, each once. */
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
    for (const next of linksOf(object)) {
      if (seen.has(next)) continue
      seen.add(next)
      stack.push(next)
    }
  }
}

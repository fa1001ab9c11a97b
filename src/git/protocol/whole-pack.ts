import { getObject, type ObjectDatabase, type ObjectSource } from '../objects/database.ts'
import type { ObjectId } from '../objects/objects.ts'

/** A stored pack that is sent unchanged within another one. */
export interface WholePack {
  readonly source: ObjectSource
  /** The objects of the pack that were requested, or that a requested object outside of it refers to. */
  readonly met: readonly ObjectId[]
}

/**
 * Finds the largest pack of a database that a full clone has to send completely: all its tips are wanted or reachable
 * from the wants. This holds for an imported pack until one of its branches is rewound.
 */
export function wholePack(
  objects: ObjectDatabase,
  wants: ReadonlySet<ObjectId>,
): WholePack | undefined {
  let found: WholePack | undefined
  for (let layer: ObjectDatabase | undefined = objects; layer; layer = layer.base) {
    for (const source of layer.sources) {
      if (source.size < (found?.source.size ?? 1)) continue
      const met = metBy(objects, wants, source)
      if (met) found = { source, met }
    }
  }
  return found
}

/** Finds the objects at which a walk enters a source; undefined where the walk does not reach all its tips. */
function metBy(
  objects: ObjectDatabase,
  wants: ReadonlySet<ObjectId>,
  { tips, typeOf }: ObjectSource,
): ObjectId[] | undefined {
  if (!tips) return undefined
  const met = new Set(wants)
  const inside: ObjectId[] = []
  for (const id of met) {
    if (typeOf(id) !== undefined) {
      inside.push(id)
      continue
    }
    const object = getObject(objects, id)
    if (object?.type === 'tag') met.add(object.target)
    if (object?.type === 'commit') for (const parent of object.parents) met.add(parent)
  }
  for (const tip of tips) if (!met.has(tip)) return undefined
  return inside
}

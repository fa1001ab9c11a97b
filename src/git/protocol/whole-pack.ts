import { getObject, type ObjectDatabase, type ObjectSource } from '../objects/database.ts'
import type { ObjectId } from '../objects/objects.ts'

/** A pack that is sent as it is, within another one. */
export interface WholePack {
  readonly source: ObjectSource
  /** What of it was asked for, or lies next to what was. */
  readonly met: readonly ObjectId[]
}

/**
 * The largest pack of a database all of which has to be sent to whoever wants some objects and has none: whatever nothing
 * else in it names was asked for, or what was asked for leads to it. That is a pack that was brought in, until a branch
 * of it is rewound.
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

/** Where a walk from some objects comes to a source; undefined where it does not come to all of it. */
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

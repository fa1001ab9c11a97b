import { isDay, readTime } from '../../contract/time.ts'
import { makeCommit, makeTag, type ObjectId } from '../../git/objects/objects.ts'
import type { Signature } from '../../git/objects/signature.ts'
import { epoch } from '../../store/models/fields.ts'
import type { SavedObject } from './git-objects.ts'
import type { PackagedWorld } from './packaged-world.ts'

const day = 24 * 3600 * 1000
/** Full ids, or the abbreviated ones of system notes. */
const objectIds = /\b[0-9a-f]{8}(?:[0-9a-f]{32})?\b/g
const lengthOfShortId = 8

/**
 * Shifts the times of a world by whole weeks, which keeps the days of the week, so that it ends in the week before a
 * time (ISO 8601). Commits and tags get new ids, since ids depend on the times; all mentions of them are updated.
 */
export function shiftedTo(world: PackagedWorld, now: string): PackagedWorld {
  const days = Math.floor((Date.parse(now) - Date.parse(world.until)) / day)
  const by = Math.floor(days / 7) * 7 * day
  const ids = new Map<ObjectId, ObjectId>()
  const objects = world.objects.map(([id, object]) => {
    const moved = movedObject(id, object, ids, by)
    ids.set(id, moved[0])
    ids.set(id.slice(0, lengthOfShortId), moved[0].slice(0, lengthOfShortId))
    return moved
  })
  const move = memoized((text) => shiftTime(text, by) ?? withIds(text, ids))
  return { ...world, objects, collections: mapTexts(world.collections, move) }
}

type Identified = PackagedWorld['objects'][number]

/** The objects that this one refers to were shifted before it. */
function movedObject(
  id: ObjectId,
  object: SavedObject,
  ids: ReadonlyMap<ObjectId, ObjectId>,
  by: number,
): Identified {
  const present = (old: ObjectId) => ids.get(old) ?? old
  const later = (signature: Signature) => ({ ...signature, time: signature.time + by / 1000 })
  switch (object.type) {
    case 'blob':
    case 'tree':
    // Objects of other programs are not rewritten; no built-in world has any.
    case 'raw':
      return [id, object]
    case 'commit': {
      const commit = makeCommit({
        ...object,
        parents: object.parents.map(present),
        author: later(object.author),
        committer: later(object.committer),
      })
      return [commit.id, { ...commit, parents: [...commit.parents] }]
    }
    case 'tag': {
      const tag = makeTag({
        ...object,
        target: present(object.target),
        tagger: object.tagger && later(object.tagger),
      })
      return [tag.id, tag]
    }
  }
}

/** Most texts of a world, above all times, occur several times. */
function memoized(change: (text: string) => string): (text: string) => string {
  const changed = new Map<string, string>()
  return (text) => {
    const known = changed.get(text)
    if (known !== undefined) return known
    const result = change(text)
    changed.set(text, result)
    return result
  }
}

/**
 * Returns undefined where a text is neither a time nor a date. The epoch stays, since it stands for an unknown time.
 */
function shiftTime(text: string, by: number): string | undefined {
  if (text === epoch) return text
  if (isDay(text)) return new Date(Date.parse(`${text}T00:00:00Z`) + by).toISOString().slice(0, 10)
  const time = readTime(text)
  return time === undefined ? undefined : new Date(Date.parse(time) + by).toISOString()
}

function withIds(text: string, ids: ReadonlyMap<ObjectId, ObjectId>): string {
  return text.replace(objectIds, (id) => ids.get(id) ?? id)
}

function mapTexts<Value>(value: Value, change: (text: string) => string): Value
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  const changed: Record<string, unknown> = {}
  for (const [field, inner] of Object.entries(value)) changed[field] = mapTexts(inner, change)
  return changed
}

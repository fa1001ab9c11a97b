import { encodeBase64 } from '../../shared/base64.ts'
import type { Store } from '../../store/store.ts'
import type { Entry } from '../schema/records.ts'
import type { Seed } from '../schema.ts'
import {
  collectionOf,
  type RecordList,
  recordLists,
  referentOf,
  variantPrefixes,
} from './collections.ts'
import { exportCommits, exportTags } from './commits.ts'
import { type Names, namesIn } from './names.ts'

type Fields = Readonly<Record<string, unknown>>

/** Exports the world of a store as a seed that loads the same world. */
export function exportWorld(store: Store): Seed {
  const names = namesIn(store)
  const next_ids: Record<string, number> = {}
  const lists = recordLists.flatMap((list) => {
    const { records, nextId } = store[collectionOf[list]].snapshot()
    const entries = entriesOf(store, names, list, records as readonly Fields[])
    const last = records.at(-1) as { readonly id: number } | undefined
    if (nextId !== (last?.id ?? 0) + 1) next_ids[list] = nextId
    return entries.length === 0 ? [] : [[list, entries] as const]
  })
  const commits = exportCommits(store)
  const annotated_tags = exportTags(store)
  return {
    records: {
      ...(commits.length === 0 ? {} : { commits }),
      ...(annotated_tags.length === 0 ? {} : { annotated_tags }),
      ...Object.fromEntries(lists),
      ...(Object.keys(next_ids).length === 0 ? {} : { next_ids }),
    },
  }
}

/**
 * Returns the entries of a list. Ids that follow from the order are left out, except for builds and statuses, which
 * share a sequence.
 */
function entriesOf(
  store: Store,
  names: Names,
  list: RecordList,
  records: readonly Fields[],
): Entry[] {
  const defaults = defaultsOf(store, list)
  const isShared = list === 'builds' || list === 'commit_statuses'
  let expected = 1
  return records.map((record) => {
    const { id, ...fields } = record
    const isExpected = id === expected && !isShared
    expected = Number(id) + 1
    return { ...(isExpected ? {} : { id }), ...entryOf(names, fields, defaults) }
  })
}

function defaultsOf(store: Store, list: RecordList): Fields {
  const { shape } = store[collectionOf[list]].model as unknown as {
    readonly shape: Readonly<Record<string, { safeParse(value: undefined): { data?: unknown } }>>
  }
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [field, schema.safeParse(undefined).data]),
  )
}

/** Converts a record to an entry of a seed, without default values. */
export function entryOf(names: Names, fields: Fields, defaults: Fields = {}): Entry {
  const variants = variantPrefixes.flatMap((prefix) => variantOf(names, prefix, fields) ?? [])
  const taken = new Set(variants.flatMap(({ fields: replaced }) => replaced))
  const entry: Entry = Object.assign({}, ...variants.map(({ entry: variant }) => variant))
  for (const [field, value] of Object.entries(fields)) {
    if (taken.has(field) || isSame(value, defaults[field])) continue
    const referent = referentOf(field)
    const name = referent && typeof value === 'number' ? names.nameOf(referent, value) : undefined
    if (name === undefined) entry[field] = written(value)
    else entry[field.slice(0, -'_id'.length)] = name
  }
  return entry
}

const variantKinds = {
  group: ['group', 'namespace'],
  project: ['project', 'project'],
  Issue: ['issue', 'issue'],
  MergeRequest: ['merge_request', 'merge request'],
  Snippet: ['snippet', 'snippet'],
  Note: ['note', 'note'],
  Milestone: ['milestone', 'milestone'],
} as const

/** Replaces noteable_type and noteable_id by `issue: jane/website#1`; undefined where the record is gone. */
function variantOf(names: Names, prefix: string, fields: Fields) {
  const { [`${prefix}_type`]: type, [`${prefix}_id`]: id } = fields
  if (typeof type !== 'string' || typeof id !== 'number') return undefined
  if (!Object.hasOwn(variantKinds, type)) return undefined
  const [key, referent] = variantKinds[type as keyof typeof variantKinds]
  const name = names.nameOf(referent, id)
  if (name === undefined) return undefined
  // A todo and an event have a project, or a milestone, besides their target.
  const word = prefix === 'source' ? key : `on_${key}`
  return { fields: [`${prefix}_type`, `${prefix}_id`], entry: { [word]: name } }
}

/** Whether two values of a field are serialized alike. */
export function isSame(value: unknown, other: unknown): boolean {
  if (value === other) return true
  if (value instanceof Map || other instanceof Map) {
    return value instanceof Map && other instanceof Map && value.size === 0 && other.size === 0
  }
  return JSON.stringify(value) === JSON.stringify(other)
}

/** Converts a value to JSON: bytes to Base64, a map to an object. */
function written(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: encodeBase64(value) }
  if (value instanceof Map) return Object.fromEntries(value)
  if (Array.isArray(value)) return value.map(written)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, written(inner)]))
}

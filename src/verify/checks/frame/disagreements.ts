import { isObject } from '../../story/bodies.ts'

/** A path, and what each of two answers shows there. */
type Disagreement = readonly [path: string, one: unknown, other: unknown]

/** What time, other people and work in the background change between two answers. */
const passing =
  /^(updated_at|last_activity_(at|on)|last_sign_in_at|current_sign_in_at|merge_status|statistics|permissions|private_token|\w+_count|upvotes|downvotes|avatar_url|status)$/

/**
 * Where two forms of one record show something else. A field that one of them leaves out, or has no value for, is
 * left out of the comparison; a list of records is not, whichever order it has.
 */
export function disagreements(one: unknown, other: unknown, path = ''): readonly Disagreement[] {
  if (isNothing(one) || isNothing(other)) return []
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return [[path, one.length, other.length]]
    const others = sorted(other)
    return sorted(one).flatMap((item, index) =>
      disagreements(item, others[index], `${path}.${index}`),
    )
  }
  if (isObject(one) && isObject(other)) {
    return Object.entries(one).flatMap(([name, value]) =>
      passing.test(name)
        ? []
        : disagreements(value, other[name], path === '' ? name : `${path}.${name}`),
    )
  }
  return written(one) === written(other) ? [] : [[path, one, other]]
}

const isNothing = (value: unknown) => value === null || value === undefined

const sorted = (items: readonly unknown[]) =>
  items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

const keyOf = (item: unknown) => String(isObject(item) ? (item.id ?? item.name) : item)

/** Times may be to the second alone. */
function written(value: unknown): string {
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
  return isTime ? String(Math.floor(Date.parse(value) / 1000)) : (JSON.stringify(value) ?? '')
}

import { spacedTime } from '../times.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the differences between two states of a record by attribute; for a new record all attributes that are set.
 * Times have the form of these payloads (`final_changes` in lib/gitlab/data_builder/issuable.rb).
 */
export function changesBetween(before: Fields | undefined, after: Fields) {
  const changes: Record<string, { readonly previous: unknown; readonly current: unknown }> = {}
  for (const [name, value] of Object.entries(after)) {
    const [previous, current] = [before?.[name] ?? null, value ?? null]
    if (isSame(previous, current) || (!before && isNothing(current))) continue
    changes[name] = { previous: written(name, previous), current: written(name, current) }
  }
  return changes
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether an attribute of a new record has its default, which the changes omit. */
function isNothing(value: unknown): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0
  return value === null || value === false || value === 0 || isEmpty
}

function written(name: string, value: unknown): unknown {
  return name.endsWith('_at') && typeof value === 'string' ? spacedTime(value) : value
}

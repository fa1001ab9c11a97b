import { spacedTime } from '../times.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * What differs between two states of a record, by the names of its attributes; of a new one all that it says. Times are
 * written as these payloads write them here (`final_changes` in lib/gitlab/data_builder/issuable.rb).
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

/** A new record does not say what is as it is at first. */
function isNothing(value: unknown): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0
  return value === null || value === false || value === 0 || isEmpty
}

function written(name: string, value: unknown): unknown {
  return name.endsWith('_at') && typeof value === 'string' ? spacedTime(value) : value
}

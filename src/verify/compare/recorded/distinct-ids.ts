import type { Forge } from '../../../forge/forge.ts'

/** The ids of each kind of record begin at a multiple of this, above all other numbers that checks send. */
export const FIRST_DISTINCT_ID = 10_000_000

/**
 * Lets the ids of new records tell what they identify: no two records of the forge have the same id, whatever their
 * kinds. So a number in a request that was in an earlier response is the id of that record.
 *
 * @example
 * withDistinctIds(forge)
 * // The first issue has the id 310000000, the first project 450000000.
 */
export function withDistinctIds(forge: Forge): Forge {
  const snapshot = forge.snapshot()
  const tables = Object.entries(snapshot).map(([name, table], index) => [
    name,
    { ...table, nextId: (index + 1) * FIRST_DISTINCT_ID },
  ])
  forge.restore({ ...snapshot, ...Object.fromEntries(tables) })
  return forge
}

/** Whether a value is an id of such a forge, as a number or a text. */
export function isDistinctId(value: unknown): boolean {
  return /^[1-9]\d{7,8}$/.test(String(value))
}

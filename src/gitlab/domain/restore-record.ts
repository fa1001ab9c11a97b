import type { Collections } from '../../store/collections.ts'
import type { Store } from '../../store/store.ts'

/**
 * Writes a record as it was when it was exported: no rule is asked, and nothing follows.
 * @throws ZodError where the values do not fit the model.
 * @throws Error where the id is taken.
 */
export function restoreRecord(
  store: Store,
  collection: keyof Collections,
  values: Readonly<Record<string, unknown>>,
): void {
  // The collection checks the values with its model.
  store[collection].insert(values as never)
}

import type { Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'

/**
 * Writes a record as it was when it was exported: no rule is asked, and nothing follows.
 * @throws ZodError where the values do not fit the model.
 * @throws Error where the id is taken.
 */
export function restoreRecord(
  store: Store,
  collection: TableName,
  values: Readonly<Record<string, unknown>>,
): void {
  // The collection checks the values with its model.
  store[collection].insert(values as never)
}

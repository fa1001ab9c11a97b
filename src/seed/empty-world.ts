import { restoreRecord } from '../gitlab/domain/restore-record.ts'
import { createStore, type Snapshot } from '../store/store.ts'
import { records } from './generated/empty-world.ts'

/** The world of fixtures/empty.yaml. */
export function emptyWorld(): Snapshot {
  const store = createStore()
  for (const [collection, values] of records) restoreRecord(store, collection, values)
  return store.snapshot()
}

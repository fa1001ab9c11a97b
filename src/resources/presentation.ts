import type { Viewer } from '../access/viewer.ts'
import type { Store } from '../store/store.ts'
import type { Addresses } from './addresses.ts'

/** What a resource is put together from, beside its record: every operation's context is one. */
export interface Presentation {
  readonly store: Store
  readonly viewer: Viewer
  readonly addresses: Addresses
}

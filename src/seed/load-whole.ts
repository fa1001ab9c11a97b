import type { Store } from '../store/store.ts'
import { createStore } from '../store/store.ts'
import * as activity from './activity.ts'
import * as builds from './commit-reports.ts'
import * as consequences from './consequences.ts'
import { addSeed } from './load.ts'
import { givenAsObject } from './problems.ts'
import * as records from './records/import.ts'
import * as repositories from './repositories.ts'
import * as trackers from './trackers.ts'

const tellers = { consequences, records, repositories, builds, trackers, activity }

/** Makes the world of a seed in one synchronous step, with what tells every part of one: for scripts. */
export function loadSeed(seed: unknown, source: string, origin = givenAsObject): Store {
  const store = createStore()
  addSeed(store, seed, source, tellers, origin)
  return store
}

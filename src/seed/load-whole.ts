import { preparePushes } from '../gitlab/domain/builds/pipeline-files.ts'
import { afterIssueState } from '../gitlab/domain/consequences-on-demand.ts'
import { commandApplication } from '../gitlab/domain/tracker/slash-commands/apply-on-demand.ts'
import { commandReader } from '../gitlab/domain/tracker/slash-commands/read-on-demand.ts'
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

// Nobody repeats this step: whatever it may need of the domain is there before it.
const parts = [afterIssueState, commandReader, commandApplication]
await Promise.all([preparePushes(), ...parts.map(({ load }) => load())])

const tellers = { consequences, records, repositories, builds, trackers, activity }

/** Makes the world of a seed in one synchronous step, with what tells every part of one: for scripts. */
export function loadSeed(seed: unknown, source: string, origin = givenAsObject): Store {
  const store = createStore()
  addSeed(store, seed, source, tellers, origin)
  return store
}

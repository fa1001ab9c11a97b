import type { LegitimateServer } from '../server.ts'
import { legitimateCodeServers } from './legitimate-code.ts'
import { legitimatePeopleServers } from './legitimate-people.ts'
import { legitimateTrackerServers } from './legitimate-tracker.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateCodeServers,
  ...legitimatePeopleServers,
  ...legitimateTrackerServers,
]

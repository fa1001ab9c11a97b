import type { LegitimateServer } from '../server.ts'
import { legitimateAlderServers } from './legitimate-alder.ts'
import { legitimateHazelServers } from './legitimate-hazel.ts'
import { legitimateLindenServers } from './legitimate-linden.ts'
import { legitimateSpruceServers } from './legitimate-spruce.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateAlderServers,
  ...legitimateHazelServers,
  ...legitimateLindenServers,
  ...legitimateSpruceServers,
]

import type { LegitimateServer } from '../server.ts'
import { legitimateWaysServers } from './legitimate-ways.ts'
import { legitimateWorldsServers } from './legitimate-worlds.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateWaysServers,
  ...legitimateWorldsServers,
]

import type { LegitimateServer } from '../server.ts'
import { legitimateFernServers } from './legitimate-fern.ts'
import { legitimateHeathServers } from './legitimate-heath.ts'
import { legitimateLaurelServers } from './legitimate-laurel.ts'
import { legitimateThornServers } from './legitimate-thorn.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateFernServers,
  ...legitimateHeathServers,
  ...legitimateLaurelServers,
  ...legitimateThornServers,
]

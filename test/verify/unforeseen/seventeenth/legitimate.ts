import type { LegitimateServer } from '../server.ts'
import { legitimateKiloServers } from './legitimate-kilo.ts'
import { legitimateLimaServers } from './legitimate-lima.ts'
import { legitimateMikeServers } from './legitimate-mike.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateKiloServers,
  ...legitimateLimaServers,
  ...legitimateMikeServers,
]

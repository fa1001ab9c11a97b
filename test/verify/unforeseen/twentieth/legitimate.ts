import type { LegitimateServer } from '../server.ts'
import { legitimateQuinoaServers } from './legitimate-quinoa.ts'
import { legitimateRosaServers } from './legitimate-rosa.ts'
import { legitimateSierraServers } from './legitimate-sierra.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateQuinoaServers,
  ...legitimateRosaServers,
  ...legitimateSierraServers,
]

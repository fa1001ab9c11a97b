import type { LegitimateServer } from '../server.ts'
import { legitimateNovemberServers } from './legitimate-november.ts'
import { legitimateOscarServers } from './legitimate-oscar.ts'
import { legitimatePapaServers } from './legitimate-papa.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateNovemberServers,
  ...legitimateOscarServers,
  ...legitimatePapaServers,
]

import type { LegitimateServer } from '../server.ts'
import { legitimateAlfaServers } from './legitimate-alfa.ts'
import { legitimateBravoServers } from './legitimate-bravo.ts'
import { legitimateCarolServers } from './legitimate-carol.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateAlfaServers,
  ...legitimateBravoServers,
  ...legitimateCarolServers,
]

import type { LegitimateServer } from '../server.ts'
import { legitimateMapleServers } from './legitimate-maple.ts'
import { legitimateNutmegServers } from './legitimate-nutmeg.ts'
import { legitimateOliveServers } from './legitimate-olive.ts'
import { legitimatePineServers } from './legitimate-pine.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateMapleServers,
  ...legitimateNutmegServers,
  ...legitimateOliveServers,
  ...legitimatePineServers,
]

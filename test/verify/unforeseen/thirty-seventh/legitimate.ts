import type { LegitimateServer } from '../server.ts'
import { legitimateQuinceServers } from './legitimate-quince.ts'
import { legitimateRowanServers } from './legitimate-rowan.ts'
import { legitimateSumacServers } from './legitimate-sumac.ts'
import { legitimateTamarindServers } from './legitimate-tamarind.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateQuinceServers,
  ...legitimateRowanServers,
  ...legitimateSumacServers,
  ...legitimateTamarindServers,
]

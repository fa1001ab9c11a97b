import type { LegitimateServer } from '../server.ts'
import { legitimateBuntingServers } from './legitimate-bunting.ts'
import { legitimateDotterelServers } from './legitimate-dotterel.ts'
import { legitimatePhalaropeServers } from './legitimate-phalarope.ts'
import { legitimateWheatearServers } from './legitimate-wheatear.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateBuntingServers,
  ...legitimateDotterelServers,
  ...legitimatePhalaropeServers,
  ...legitimateWheatearServers,
]

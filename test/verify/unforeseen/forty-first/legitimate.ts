import type { LegitimateServer } from '../server.ts'
import { legitimateBirchServers } from './legitimate-birch.ts'
import { legitimateElderServers } from './legitimate-elder.ts'
import { legitimateMapleServers } from './legitimate-maple.ts'
import { legitimatePoplarServers } from './legitimate-poplar.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateBirchServers,
  ...legitimateElderServers,
  ...legitimateMapleServers,
  ...legitimatePoplarServers,
]

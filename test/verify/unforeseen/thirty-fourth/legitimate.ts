import type { LegitimateServer } from '../server.ts'
import { legitimateAlderServers } from './legitimate-alder.ts'
import { legitimateBirchServers } from './legitimate-birch.ts'
import { legitimateCedarServers } from './legitimate-cedar.ts'
import { legitimateDogwoodServers } from './legitimate-dogwood.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateAlderServers,
  ...legitimateBirchServers,
  ...legitimateCedarServers,
  ...legitimateDogwoodServers,
]

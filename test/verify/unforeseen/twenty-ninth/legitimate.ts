import type { LegitimateServer } from '../server.ts'
import { legitimateKnotServers } from './legitimate-knot.ts'
import { legitimatePloverServers } from './legitimate-plover.ts'
import { legitimateSanderlingServers } from './legitimate-sanderling.ts'
import { legitimateWhimbrelServers } from './legitimate-whimbrel.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateKnotServers,
  ...legitimatePloverServers,
  ...legitimateSanderlingServers,
  ...legitimateWhimbrelServers,
]

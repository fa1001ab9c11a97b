import type { LegitimateServer } from '../server.ts'
import { legitimateTangoServers } from './legitimate-tango.ts'
import { legitimateUmbraServers } from './legitimate-umbra.ts'
import { legitimateVesperServers } from './legitimate-vesper.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateTangoServers,
  ...legitimateUmbraServers,
  ...legitimateVesperServers,
]

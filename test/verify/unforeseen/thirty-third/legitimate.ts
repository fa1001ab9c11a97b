import type { LegitimateServer } from '../server.ts'
import { legitimateGodwitServers } from './legitimate-godwit.ts'
import { legitimatePipitServers } from './legitimate-pipit.ts'
import { legitimateSwiftServers } from './legitimate-swift.ts'
import { legitimateTealServers } from './legitimate-teal.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateGodwitServers,
  ...legitimatePipitServers,
  ...legitimateSwiftServers,
  ...legitimateTealServers,
]

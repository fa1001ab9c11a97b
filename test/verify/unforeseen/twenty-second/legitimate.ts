import type { LegitimateServer } from '../server.ts'
import { legitimateCraneServers } from './legitimate-crane.ts'
import { legitimateLarkServers } from './legitimate-lark.ts'
import { legitimateSwiftServers } from './legitimate-swift.ts'
import { legitimateWrenServers } from './legitimate-wren.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateCraneServers,
  ...legitimateLarkServers,
  ...legitimateSwiftServers,
  ...legitimateWrenServers,
]

import type { LegitimateServer } from '../server.ts'
import { legitimateDeltaServers } from './legitimate-delta.ts'
import { legitimateEchoServers } from './legitimate-echo.ts'
import { legitimateFoxServers } from './legitimate-fox.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateDeltaServers,
  ...legitimateEchoServers,
  ...legitimateFoxServers,
]

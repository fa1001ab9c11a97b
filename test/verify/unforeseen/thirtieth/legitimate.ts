import type { LegitimateServer } from '../server.ts'
import { legitimateCurlewServers } from './legitimate-curlew.ts'
import { legitimateOspreyServers } from './legitimate-osprey.ts'
import { legitimatePloverServers } from './legitimate-plover.ts'
import { legitimateWrenServers } from './legitimate-wren.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateCurlewServers,
  ...legitimateOspreyServers,
  ...legitimatePloverServers,
  ...legitimateWrenServers,
]

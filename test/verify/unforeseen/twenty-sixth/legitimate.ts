import type { LegitimateServer } from '../server.ts'
import { legitimateCurlewServers } from './legitimate-curlew.ts'
import { legitimateGannetServers } from './legitimate-gannet.ts'
import { legitimateOuselServers } from './legitimate-ousel.ts'
import { legitimateSiskinServers } from './legitimate-siskin.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateCurlewServers,
  ...legitimateGannetServers,
  ...legitimateOuselServers,
  ...legitimateSiskinServers,
]

import type { LegitimateServer } from '../server.ts'
import { legitimateHotelServers } from './legitimate-hotel.ts'
import { legitimateIndiaServers } from './legitimate-india.ts'
import { legitimateJulietServers } from './legitimate-juliet.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateHotelServers,
  ...legitimateIndiaServers,
  ...legitimateJulietServers,
]

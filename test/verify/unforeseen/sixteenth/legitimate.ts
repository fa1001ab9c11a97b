import type { LegitimateServer } from '../server.ts'
import { legitimateHotelServers } from './legitimate-hotel.ts'
import { legitimateIndiaServers } from './legitimate-india.ts'
import { legitimateJulietServers } from './legitimate-juliet.ts'

export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateHotelServers,
  ...legitimateIndiaServers,
  ...legitimateJulietServers,
]

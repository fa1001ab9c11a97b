import type { FaultyServer } from '../server.ts'
import { faultyHotelServers } from './faulty-hotel.ts'
import { faultyIndiaServers } from './faulty-india.ts'
import { faultyJulietServers } from './faulty-juliet.ts'

export const faultyServers: readonly FaultyServer[] = [
  ...faultyHotelServers,
  ...faultyIndiaServers,
  ...faultyJulietServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyHotelServers } from './faulty-hotel.ts'
import { faultyIndiaServers } from './faulty-india.ts'
import { faultyJulietServers } from './faulty-juliet.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyHotelServers,
  ...faultyIndiaServers,
  ...faultyJulietServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyKiloServers } from './faulty-kilo.ts'
import { faultyLimaServers } from './faulty-lima.ts'
import { faultyMikeServers } from './faulty-mike.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyKiloServers,
  ...faultyLimaServers,
  ...faultyMikeServers,
]

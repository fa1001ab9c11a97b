import type { FaultyServer } from '../server.ts'
import { faultyQuinoaServers } from './faulty-quinoa.ts'
import { faultyRosaServers } from './faulty-rosa.ts'
import { faultySierraServers } from './faulty-sierra.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyQuinoaServers,
  ...faultyRosaServers,
  ...faultySierraServers,
]

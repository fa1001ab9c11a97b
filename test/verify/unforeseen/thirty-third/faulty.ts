import type { FaultyServer } from '../server.ts'
import { faultyGodwitServers } from './faulty-godwit.ts'
import { faultyPipitServers } from './faulty-pipit.ts'
import { faultySwiftServers } from './faulty-swift.ts'
import { faultyTealServers } from './faulty-teal.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyGodwitServers,
  ...faultyPipitServers,
  ...faultySwiftServers,
  ...faultyTealServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyTangoServers } from './faulty-tango.ts'
import { faultyUmbraServers } from './faulty-umbra.ts'
import { faultyVesperServers } from './faulty-vesper.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyTangoServers,
  ...faultyUmbraServers,
  ...faultyVesperServers,
]

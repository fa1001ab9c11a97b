import type { FaultyServer } from '../server.ts'
import { faultyBuntingServers } from './faulty-bunting.ts'
import { faultyDotterelServers } from './faulty-dotterel.ts'
import { faultyPhalaropeServers } from './faulty-phalarope.ts'
import { faultyWheatearServers } from './faulty-wheatear.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyBuntingServers,
  ...faultyDotterelServers,
  ...faultyPhalaropeServers,
  ...faultyWheatearServers,
]

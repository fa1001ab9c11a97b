import type { FaultyServer } from '../server.ts'
import { faultyFinchServers } from './faulty-finch.ts'
import { faultyHeronServers } from './faulty-heron.ts'
import { faultyRobinServers } from './faulty-robin.ts'
import { faultyStorkServers } from './faulty-stork.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyFinchServers,
  ...faultyHeronServers,
  ...faultyRobinServers,
  ...faultyStorkServers,
]

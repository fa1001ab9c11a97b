import type { FaultyServer } from '../server.ts'
import { faultyAlfaServers } from './faulty-alfa.ts'
import { faultyBravoServers } from './faulty-bravo.ts'
import { faultyCarolServers } from './faulty-carol.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyAlfaServers,
  ...faultyBravoServers,
  ...faultyCarolServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyNovemberServers } from './faulty-november.ts'
import { faultyOscarServers } from './faulty-oscar.ts'
import { faultyPapaServers } from './faulty-papa.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyNovemberServers,
  ...faultyOscarServers,
  ...faultyPapaServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyMapleServers } from './faulty-maple.ts'
import { faultyNutmegServers } from './faulty-nutmeg.ts'
import { faultyOliveServers } from './faulty-olive.ts'
import { faultyPineServers } from './faulty-pine.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyMapleServers,
  ...faultyNutmegServers,
  ...faultyOliveServers,
  ...faultyPineServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyQuinceServers } from './faulty-quince.ts'
import { faultyRowanServers } from './faulty-rowan.ts'
import { faultySumacServers } from './faulty-sumac.ts'
import { faultyTamarindServers } from './faulty-tamarind.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyQuinceServers,
  ...faultyRowanServers,
  ...faultySumacServers,
  ...faultyTamarindServers,
]

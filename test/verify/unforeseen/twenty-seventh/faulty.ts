import type { FaultyServer } from '../server.ts'
import { faultyBitternServers } from './faulty-bittern.ts'
import { faultyGodwitServers } from './faulty-godwit.ts'
import { faultyLinnetServers } from './faulty-linnet.ts'
import { faultyRedwingServers } from './faulty-redwing.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyBitternServers,
  ...faultyGodwitServers,
  ...faultyLinnetServers,
  ...faultyRedwingServers,
]

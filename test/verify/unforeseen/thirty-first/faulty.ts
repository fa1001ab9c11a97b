import type { FaultyServer } from '../server.ts'
import { faultyAvocetServers } from './faulty-avocet.ts'
import { faultyDipperServers } from './faulty-dipper.ts'
import { faultyLinnetServers } from './faulty-linnet.ts'
import { faultySiskinServers } from './faulty-siskin.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyAvocetServers,
  ...faultyDipperServers,
  ...faultyLinnetServers,
  ...faultySiskinServers,
]

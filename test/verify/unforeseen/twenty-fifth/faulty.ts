import type { FaultyServer } from '../server.ts'
import { faultyAukServers } from './faulty-auk.ts'
import { faultyBuntingServers } from './faulty-bunting.ts'
import { faultyEgretServers } from './faulty-egret.ts'
import { faultyPloverServers } from './faulty-plover.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyAukServers,
  ...faultyBuntingServers,
  ...faultyEgretServers,
  ...faultyPloverServers,
]

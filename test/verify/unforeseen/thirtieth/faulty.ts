import type { FaultyServer } from '../server.ts'
import { faultyCurlewServers } from './faulty-curlew.ts'
import { faultyOspreyServers } from './faulty-osprey.ts'
import { faultyPloverServers } from './faulty-plover.ts'
import { faultyWrenServers } from './faulty-wren.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyCurlewServers,
  ...faultyOspreyServers,
  ...faultyPloverServers,
  ...faultyWrenServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyCraneServers } from './faulty-crane.ts'
import { faultyLarkServers } from './faulty-lark.ts'
import { faultySwiftServers } from './faulty-swift.ts'
import { faultyWrenServers } from './faulty-wren.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyCraneServers,
  ...faultyLarkServers,
  ...faultySwiftServers,
  ...faultyWrenServers,
]

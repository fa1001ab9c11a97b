import type { FaultyServer } from '../server.ts'
import { faultyDeltaServers } from './faulty-delta.ts'
import { faultyEchoServers } from './faulty-echo.ts'
import { faultyFoxServers } from './faulty-fox.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyDeltaServers,
  ...faultyEchoServers,
  ...faultyFoxServers,
]

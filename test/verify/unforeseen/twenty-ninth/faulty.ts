import type { FaultyServer } from '../server.ts'
import { faultyKnotServers } from './faulty-knot.ts'
import { faultyPloverServers } from './faulty-plover.ts'
import { faultySanderlingServers } from './faulty-sanderling.ts'
import { faultyWhimbrelServers } from './faulty-whimbrel.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyKnotServers,
  ...faultyPloverServers,
  ...faultySanderlingServers,
  ...faultyWhimbrelServers,
]

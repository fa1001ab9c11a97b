import type { FaultyServer } from '../server.ts'
import { faultyDoveServers } from './faulty-dove.ts'
import { faultyRookServers } from './faulty-rook.ts'
import { faultySnipeServers } from './faulty-snipe.ts'
import { faultyTernServers } from './faulty-tern.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyDoveServers,
  ...faultyRookServers,
  ...faultySnipeServers,
  ...faultyTernServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyFernServers } from './faulty-fern.ts'
import { faultyHeathServers } from './faulty-heath.ts'
import { faultyLaurelServers } from './faulty-laurel.ts'
import { faultyThornServers } from './faulty-thorn.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyFernServers,
  ...faultyHeathServers,
  ...faultyLaurelServers,
  ...faultyThornServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyGrebeServers } from './faulty-grebe.ts'
import { faultyMerlinServers } from './faulty-merlin.ts'
import { faultyOuzelServers } from './faulty-ouzel.ts'
import { faultyShrikeServers } from './faulty-shrike.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyGrebeServers,
  ...faultyMerlinServers,
  ...faultyOuzelServers,
  ...faultyShrikeServers,
]

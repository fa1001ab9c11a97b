import type { FaultyServer } from '../server.ts'
import { faultyAlderServers } from './faulty-alder.ts'
import { faultyHazelServers } from './faulty-hazel.ts'
import { faultyLindenServers } from './faulty-linden.ts'
import { faultySpruceServers } from './faulty-spruce.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyAlderServers,
  ...faultyHazelServers,
  ...faultyLindenServers,
  ...faultySpruceServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyWaysServers } from './faulty-ways.ts'
import { faultyWorldsServers } from './faulty-worlds.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [...faultyWaysServers, ...faultyWorldsServers]

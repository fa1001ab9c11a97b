import type { FaultyServer } from '../server.ts'
import { faultyOneServers } from './faulty-one.ts'
import { faultyTwoServers } from './faulty-two.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [...faultyOneServers, ...faultyTwoServers]

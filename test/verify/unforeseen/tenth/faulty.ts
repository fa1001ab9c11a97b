import type { FaultyServer } from '../server.ts'
import { faultyCodeServers } from './faulty-code.ts'
import { faultyPeopleServers } from './faulty-people.ts'
import { faultyTrackerServers } from './faulty-tracker.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyCodeServers,
  ...faultyPeopleServers,
  ...faultyTrackerServers,
]

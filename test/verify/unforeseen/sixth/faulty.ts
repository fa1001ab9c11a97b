import type { FaultyServer } from '../server.ts'
import { faultyCode } from './faulty-code.ts'
import { faultyPeople } from './faulty-people.ts'
import { faultySpaces } from './faulty-spaces.ts'
import { faultyTracker } from './faulty-tracker.ts'

export const faultyServers: readonly FaultyServer[] = [
  ...faultyPeople,
  ...faultySpaces,
  ...faultyTracker,
  ...faultyCode,
]

import type { FaultyServer } from '../server.ts'
import { faultyAccessServers } from './faulty-access.ts'
import { faultyConsistencyServers } from './faulty-consistency.ts'
import { faultyFormsServers } from './faulty-forms.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyAccessServers,
  ...faultyConsistencyServers,
  ...faultyFormsServers,
]

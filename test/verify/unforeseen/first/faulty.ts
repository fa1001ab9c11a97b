import type { FaultyServer } from '../server.ts'
import { faultyAccounts } from './faulty-accounts.ts'
import { faultyCode } from './faulty-code.ts'
import { faultyRest } from './faulty-rest.ts'
import { faultySpaces } from './faulty-spaces.ts'
import { faultyTalk } from './faulty-talk.ts'
import { faultyTracker } from './faulty-tracker.ts'

export const faultyServers: readonly FaultyServer[] = [
  ...faultyTalk,
  ...faultyRest,
  ...faultyAccounts,
  ...faultySpaces,
  ...faultyTracker,
  ...faultyCode,
]

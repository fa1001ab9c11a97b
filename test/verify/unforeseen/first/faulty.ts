import type { FaultyServer } from '../server.ts'
import { faultyAccounts } from './faulty-accounts.ts'
import { faultyRest } from './faulty-rest.ts'
import { faultySpaces } from './faulty-spaces.ts'
import { faultyTalk } from './faulty-talk.ts'

export const faultyServers: readonly FaultyServer[] = [
  ...faultyTalk,
  ...faultyRest,
  ...faultyAccounts,
  ...faultySpaces,
]

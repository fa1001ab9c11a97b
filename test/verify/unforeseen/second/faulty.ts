import type { FaultyServer } from '../server.ts'
import { faultyAccess } from './faulty-access.ts'
import { faultyAccounts } from './faulty-people.ts'

export const faultyServers: readonly FaultyServer[] = [...faultyAccounts, ...faultyAccess]

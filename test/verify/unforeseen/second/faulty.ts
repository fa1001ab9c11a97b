import type { FaultyServer } from '../server.ts'
import { faultyAccess } from './faulty-access.ts'
import { faultyBuilds, faultyCode } from './faulty-code.ts'
import { faultyGroups, faultyProjects } from './faulty-groups.ts'
import { faultyIssues } from './faulty-issues.ts'
import { faultyMerging, faultyTexts } from './faulty-merging.ts'
import { faultyAccounts } from './faulty-people.ts'

export const faultyServers: readonly FaultyServer[] = [
  ...faultyAccounts,
  ...faultyAccess,
  ...faultyGroups,
  ...faultyProjects,
  ...faultyIssues,
  ...faultyMerging,
  ...faultyTexts,
  ...faultyCode,
  ...faultyBuilds,
]

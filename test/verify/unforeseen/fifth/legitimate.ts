import type { LegitimateServer } from '../server.ts'
import { legitimateCode } from './legitimate-code.ts'
import { legitimatePeople } from './legitimate-people.ts'

export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimatePeople,
  ...legitimateCode,
]

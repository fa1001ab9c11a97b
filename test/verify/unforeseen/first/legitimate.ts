import type { LegitimateServer } from '../server.ts'
import { legitimateForms } from './legitimate-forms.ts'
import { legitimateWays } from './legitimate-ways.ts'

export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateForms,
  ...legitimateWays,
]

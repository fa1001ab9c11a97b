import type { LegitimateServer } from '../server.ts'
import { legitimateAnswers } from './legitimate-answers.ts'
import { legitimatePolicies } from './legitimate-policies.ts'

export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateAnswers,
  ...legitimatePolicies,
]

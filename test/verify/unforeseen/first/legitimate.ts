import type { LegitimateServer } from '../server.ts'
import { legitimateAnswers } from './legitimate-answers.ts'
import { legitimateForms } from './legitimate-forms.ts'
import { legitimateRecords } from './legitimate-records.ts'
import { legitimateWays } from './legitimate-ways.ts'
import { legitimateWorld } from './legitimate-world.ts'

export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateForms,
  ...legitimateWays,
  ...legitimateAnswers,
  ...legitimateRecords,
  ...legitimateWorld,
]

import type { LegitimateServer } from '../server.ts'
import { legitimateAnswers } from './legitimate-answers.ts'
import { legitimateWorlds } from './legitimate-worlds.ts'

/** Each differs from Forgery and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateAnswers,
  ...legitimateWorlds,
]

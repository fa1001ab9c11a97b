import type { LegitimateServer } from '../server.ts'
import { legitimateAnswers, legitimateContents, legitimateFields } from './legitimate-shapes.ts'
import { legitimatePaging, legitimateRefusing, legitimateWriting } from './legitimate-transport.ts'

export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateWriting,
  ...legitimateRefusing,
  ...legitimatePaging,
  ...legitimateFields,
  ...legitimateAnswers,
  ...legitimateContents,
]

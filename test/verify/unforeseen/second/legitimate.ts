import type { LegitimateServer } from '../server.ts'
import { legitimatePaging, legitimateRefusing, legitimateWriting } from './legitimate-transport.ts'

export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateWriting,
  ...legitimateRefusing,
  ...legitimatePaging,
]

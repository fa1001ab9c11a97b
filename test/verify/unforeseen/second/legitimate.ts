import type { LegitimateServer } from '../server.ts'
import { legitimateOrders } from './legitimate-orders.ts'
import { legitimateAnswers, legitimateContents, legitimateFields } from './legitimate-shapes.ts'
import { legitimatePaging, legitimateRefusing, legitimateWriting } from './legitimate-transport.ts'
import { legitimateWays } from './legitimate-ways.ts'
import { legitimateWorlds } from './legitimate-worlds.ts'

export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateWriting,
  ...legitimateRefusing,
  ...legitimatePaging,
  ...legitimateFields,
  ...legitimateAnswers,
  ...legitimateContents,
  ...legitimateOrders,
  ...legitimateWorlds,
  ...legitimateWays,
]

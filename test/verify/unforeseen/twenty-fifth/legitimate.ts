import type { LegitimateServer } from '../server.ts'
import { legitimateAukServers } from './legitimate-auk.ts'
import { legitimateBuntingServers } from './legitimate-bunting.ts'
import { legitimateEgretServers } from './legitimate-egret.ts'
import { legitimatePloverServers } from './legitimate-plover.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateAukServers,
  ...legitimateBuntingServers,
  ...legitimateEgretServers,
  ...legitimatePloverServers,
]

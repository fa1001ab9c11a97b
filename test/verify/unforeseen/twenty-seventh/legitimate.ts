import type { LegitimateServer } from '../server.ts'
import { legitimateBitternServers } from './legitimate-bittern.ts'
import { legitimateGodwitServers } from './legitimate-godwit.ts'
import { legitimateLinnetServers } from './legitimate-linnet.ts'
import { legitimateRedwingServers } from './legitimate-redwing.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateBitternServers,
  ...legitimateGodwitServers,
  ...legitimateLinnetServers,
  ...legitimateRedwingServers,
]

import type { LegitimateServer } from '../server.ts'
import { legitimateGrebeServers } from './legitimate-grebe.ts'
import { legitimateMerlinServers } from './legitimate-merlin.ts'
import { legitimateOuzelServers } from './legitimate-ouzel.ts'
import { legitimateShrikeServers } from './legitimate-shrike.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateGrebeServers,
  ...legitimateMerlinServers,
  ...legitimateOuzelServers,
  ...legitimateShrikeServers,
]

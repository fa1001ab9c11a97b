import type { LegitimateServer } from '../server.ts'
import { legitimateAvocetServers } from './legitimate-avocet.ts'
import { legitimateDipperServers } from './legitimate-dipper.ts'
import { legitimateLinnetServers } from './legitimate-linnet.ts'
import { legitimateSiskinServers } from './legitimate-siskin.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateAvocetServers,
  ...legitimateDipperServers,
  ...legitimateLinnetServers,
  ...legitimateSiskinServers,
]

import type { LegitimateServer } from '../server.ts'
import { legitimateOneServers } from './legitimate-one.ts'
import { legitimateTwoServers } from './legitimate-two.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateOneServers,
  ...legitimateTwoServers,
]

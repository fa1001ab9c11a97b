import type { LegitimateServer } from '../server.ts'
import { legitimateAspenServers } from './legitimate-aspen.ts'
import { legitimateCypressServers } from './legitimate-cypress.ts'
import { legitimateLarchServers } from './legitimate-larch.ts'
import { legitimateWillowServers } from './legitimate-willow.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateAspenServers,
  ...legitimateCypressServers,
  ...legitimateLarchServers,
  ...legitimateWillowServers,
]

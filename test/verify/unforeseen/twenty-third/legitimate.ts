import type { LegitimateServer } from '../server.ts'
import { legitimateFinchServers } from './legitimate-finch.ts'
import { legitimateHeronServers } from './legitimate-heron.ts'
import { legitimateRobinServers } from './legitimate-robin.ts'
import { legitimateStorkServers } from './legitimate-stork.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateFinchServers,
  ...legitimateHeronServers,
  ...legitimateRobinServers,
  ...legitimateStorkServers,
]

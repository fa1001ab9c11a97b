import type { LegitimateServer } from '../server.ts'
import { legitimateElderServers } from './legitimate-elder.ts'
import { legitimateFirServers } from './legitimate-fir.ts'
import { legitimateGinkgoServers } from './legitimate-ginkgo.ts'
import { legitimateHazelServers } from './legitimate-hazel.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateElderServers,
  ...legitimateFirServers,
  ...legitimateGinkgoServers,
  ...legitimateHazelServers,
]

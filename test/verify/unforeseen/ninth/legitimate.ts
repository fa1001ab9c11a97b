import type { LegitimateServer } from '../server.ts'
import { legitimateAccessServers } from './legitimate-access.ts'
import { legitimateConsistencyServers } from './legitimate-consistency.ts'
import { legitimateFormsServers } from './legitimate-forms.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateAccessServers,
  ...legitimateConsistencyServers,
  ...legitimateFormsServers,
]

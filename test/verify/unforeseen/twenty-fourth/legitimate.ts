import type { LegitimateServer } from '../server.ts'
import { legitimateDoveServers } from './legitimate-dove.ts'
import { legitimateRookServers } from './legitimate-rook.ts'
import { legitimateSnipeServers } from './legitimate-snipe.ts'
import { legitimateTernServers } from './legitimate-tern.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateDoveServers,
  ...legitimateRookServers,
  ...legitimateSnipeServers,
  ...legitimateTernServers,
]

import type { LegitimateServer } from '../server.ts'
import { legitimateBeechServers } from './legitimate-beech.ts'
import { legitimateJuniperServers } from './legitimate-juniper.ts'
import { legitimateSorrelServers } from './legitimate-sorrel.ts'
import { legitimateYewServers } from './legitimate-yew.ts'

/** Each server differs from a forge, and breaks no sentence of the specification. */
export const legitimateServers: readonly LegitimateServer[] = [
  ...legitimateBeechServers,
  ...legitimateJuniperServers,
  ...legitimateSorrelServers,
  ...legitimateYewServers,
]

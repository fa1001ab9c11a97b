import { faultyServers as firstFaulty } from './first/faulty.ts'
import { legitimateServers as firstLegitimate } from './first/legitimate.ts'
import { faultyServers as secondFaulty } from './second/faulty.ts'
import { legitimateServers as secondLegitimate } from './second/legitimate.ts'
import type { FaultyServer, LegitimateServer } from './server.ts'

/** Written from the specification alone by two who knew neither the judge nor its mutants. */
export const faultyServers: readonly FaultyServer[] = [...firstFaulty, ...secondFaulty]
export const legitimateServers: readonly LegitimateServer[] = [
  ...firstLegitimate,
  ...secondLegitimate,
]

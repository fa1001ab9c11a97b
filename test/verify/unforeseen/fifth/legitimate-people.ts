import type { LegitimateServer } from '../server.ts'

export const legitimatePeople: readonly LegitimateServer[] = []

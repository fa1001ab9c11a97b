import type { LegitimateServer } from '../server.ts'

export const legitimateCode: readonly LegitimateServer[] = []

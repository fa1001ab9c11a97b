import type { LegitimateServer } from '../server.ts'

export const legitimateServers: readonly LegitimateServer[] = []

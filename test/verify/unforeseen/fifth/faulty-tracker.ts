import type { FaultyServer } from '../server.ts'

export const faultyTracker: readonly FaultyServer[] = []

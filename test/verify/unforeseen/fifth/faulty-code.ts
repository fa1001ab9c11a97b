import type { FaultyServer } from '../server.ts'

export const faultyCode: readonly FaultyServer[] = []

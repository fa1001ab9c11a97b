import type { FaultyServer } from '../server.ts'

export const faultySpaces: readonly FaultyServer[] = []

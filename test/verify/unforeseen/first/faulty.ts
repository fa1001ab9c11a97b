import type { FaultyServer } from '../server.ts'

export const faultyServers: readonly FaultyServer[] = []

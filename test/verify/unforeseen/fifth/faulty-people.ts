import type { FaultyServer } from '../server.ts'

export const faultyPeople: readonly FaultyServer[] = []

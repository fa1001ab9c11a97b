import type { FaultyServer } from '../server.ts'
import { faultyBirchServers } from './faulty-birch.ts'
import { faultyElderServers } from './faulty-elder.ts'
import { faultyMapleServers } from './faulty-maple.ts'
import { faultyPoplarServers } from './faulty-poplar.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyBirchServers,
  ...faultyElderServers,
  ...faultyMapleServers,
  ...faultyPoplarServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyAlderServers } from './faulty-alder.ts'
import { faultyBirchServers } from './faulty-birch.ts'
import { faultyCedarServers } from './faulty-cedar.ts'
import { faultyDogwoodServers } from './faulty-dogwood.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyAlderServers,
  ...faultyBirchServers,
  ...faultyCedarServers,
  ...faultyDogwoodServers,
]

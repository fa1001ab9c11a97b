import type { FaultyServer } from '../server.ts'
import { faultyElderServers } from './faulty-elder.ts'
import { faultyFirServers } from './faulty-fir.ts'
import { faultyGinkgoServers } from './faulty-ginkgo.ts'
import { faultyHazelServers } from './faulty-hazel.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyElderServers,
  ...faultyFirServers,
  ...faultyGinkgoServers,
  ...faultyHazelServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyAspenServers } from './faulty-aspen.ts'
import { faultyCypressServers } from './faulty-cypress.ts'
import { faultyLarchServers } from './faulty-larch.ts'
import { faultyWillowServers } from './faulty-willow.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyAspenServers,
  ...faultyCypressServers,
  ...faultyLarchServers,
  ...faultyWillowServers,
]

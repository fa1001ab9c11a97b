import type { FaultyServer } from '../server.ts'
import { faultyCurlewServers } from './faulty-curlew.ts'
import { faultyGannetServers } from './faulty-gannet.ts'
import { faultyOuselServers } from './faulty-ousel.ts'
import { faultySiskinServers } from './faulty-siskin.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyCurlewServers,
  ...faultyGannetServers,
  ...faultyOuselServers,
  ...faultySiskinServers,
]

import type { FaultyServer } from '../server.ts'
import { faultyBeechServers } from './faulty-beech.ts'
import { faultyJuniperServers } from './faulty-juniper.ts'
import { faultySorrelServers } from './faulty-sorrel.ts'
import { faultyYewServers } from './faulty-yew.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyBeechServers,
  ...faultyJuniperServers,
  ...faultySorrelServers,
  ...faultyYewServers,
]

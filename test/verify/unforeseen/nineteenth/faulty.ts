import type { FaultyServer } from '../server.ts'
import { faultyAlderServers } from './faulty-alder.ts'
import { faultyBirchServers } from './faulty-birch.ts'
import { faultyCedarServers } from './faulty-cedar.ts'
import { faultyElmServers } from './faulty-elm.ts'
import { faultyFirServers } from './faulty-fir.ts'
import { faultyHazelServers } from './faulty-hazel.ts'

/** Each server with one fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...faultyAlderServers,
  ...faultyBirchServers,
  ...faultyCedarServers,
  ...faultyElmServers,
  ...faultyFirServers,
  ...faultyHazelServers,
]

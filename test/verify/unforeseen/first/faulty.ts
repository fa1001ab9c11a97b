import type { FaultyServer } from '../server.ts'
import { faultyRest } from './faulty-rest.ts'
import { faultyTalk } from './faulty-talk.ts'

export const faultyServers: readonly FaultyServer[] = [...faultyTalk, ...faultyRest]

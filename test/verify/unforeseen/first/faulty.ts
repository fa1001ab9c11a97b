import type { FaultyServer } from '../server.ts'
import { faultyTalk } from './faulty-talk.ts'

export const faultyServers: readonly FaultyServer[] = [...faultyTalk]

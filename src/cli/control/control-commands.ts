import type { Command } from '../command.ts'
import { advance } from './advance-command.ts'
import { faultsCommand } from './faults-command.ts'
import { requestsCommand } from './requests-command.ts'
import { reset } from './reset-command.ts'
import { snapshot } from './snapshot-command.ts'
import { world } from './world-command.ts'

/** The commands that speak to a running server. */
export const controlCommands: readonly Command[] = [
  world,
  snapshot,
  faultsCommand,
  requestsCommand,
  advance,
  reset,
]

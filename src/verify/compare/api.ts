import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'
import type { History } from '../reproduction/history.ts'
import type { Draw } from './draw.ts'
import type { Rules } from './rules.ts'

/** How a server is set up, as far as histories heed it. */
export interface Surroundings {
  /** Visibility levels that plain users may use, the most private first. */
  readonly levels: readonly number[]
  /** Whether the settings of the instance and system hooks may be written. */
  readonly mayWriteInstance: boolean
}

/** An API as histories are written in it: everything that a comparison knows of one API alone. */
export interface ComparedApi {
  readonly name: ApiName
  readonly rules: Rules
  /** Operations by their ids, with what histories call beyond the contract. */
  operationsOf(contract: Contract): (id: OperationId) => Operation
  /** The field of a session that holds the token of its user. */
  readonly tokenField: string
  /**
   * Draws a history: its fixture, the part of all operations whose turn it is, then writes with the reads that show
   * them.
   */
  drawHistory(
    draw: Draw,
    surroundings: Surroundings,
    operation: (id: OperationId) => Operation,
    turn: number,
  ): History
}

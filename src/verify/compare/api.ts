import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'
import type { History } from '../reproduction/history.ts'
import type { Draw } from './draw.ts'
import type { Rules } from './rules.ts'

/** The configuration of a server, as far as histories depend on it. */
export interface Surroundings {
  /** The visibility levels that plain users can use, the most private first. */
  readonly levels: readonly number[]
  /** Whether the settings of the instance and system hooks may be written. */
  readonly mayWriteInstance: boolean
  /** Whether deliveries of hooks are received. */
  readonly receivesDeliveries?: boolean
  /** Whether a history ends with its part of all operations, without random writes. */
  readonly isSystematic?: boolean
}

/** The parts of a comparison that are specific to an API. */
export interface ComparedApi {
  readonly name: ApiName
  readonly rules: Rules
  /** Returns operations by id, including those that histories call beyond the contract. */
  operationsOf(contract: Contract): (id: OperationId) => Operation
  /** The field of a session with the token of its user. */
  readonly tokenField: string
  /** The number of parts of all operations: so many histories with consecutive turns have all of them. */
  readonly parts: number
  /**
   * Draws a history: its fixture, the next part of all operations, then random writes with the reads that show them.
   */
  drawHistory(
    draw: Draw,
    surroundings: Surroundings,
    operation: (id: OperationId) => Operation,
    turn: number,
  ): History
}

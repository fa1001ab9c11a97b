import type { OperationId } from '../../contract/operation-contract.ts'
import type { Answer } from '../client/answer.ts'
import type { Exchange } from '../results.ts'

/** An answer that knows which operation it is of. */
export interface OperationResponse<Body = unknown> extends Answer<Body> {
  readonly operation: OperationId
}

/** What an expectation is about where it is not one answer: an operation, with what shows it. */
export interface Subject {
  readonly operation: OperationId
  readonly exchange?: Exchange
  readonly exchanges?: readonly Exchange[]
}

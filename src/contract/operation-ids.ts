import type { OperationId } from './generated/v3/contract.ts'
import { operations } from './generated/v3/operations.ts'

/** The ids of all operations, in the order of the contract. */
export const operationIds: ReadonlySet<string> = new Set(operations.map(({ id }) => id))

/** Whether a value is the id of an operation. */
export function isOperationId(value: unknown): value is OperationId {
  return typeof value === 'string' && operationIds.has(value)
}

import { v3 } from '../../contract/apis.ts'
import type { OperationId } from '../../contract/operation-contract.ts'

/** What of the contract was exercised. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[]
  /** Operations that answered at least once, of all, 0 to 1. */
  readonly share: number
}

/** What was exercised of one operation. */
export interface OperationCoverage {
  readonly operation: OperationId
  /** Each status that the contract states for it, and each other one that was answered, with how often. */
  readonly statuses: Readonly<Record<number, number>>
}

/** Counts what is answered. */
export interface CoverageCounter {
  /** A request without an operation is not counted. */
  count(operation: OperationId | undefined, status: number): void
  read(): Coverage
}

/** A counter that starts at nothing. Counting costs two look-ups. */
export function createCoverageCounter(): CoverageCounter {
  const counts = new Map<OperationId, Map<number, number>>()
  return {
    count(operation, status) {
      if (operation === undefined) return
      const statuses = counts.get(operation)
      if (statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      else counts.set(operation, new Map([[status, 1]]))
    },
    read: () => ({
      operations: v3.operations.map(({ id, statuses }) => ({
        operation: id,
        statuses: Object.fromEntries([
          ...statuses.map((status) => [status, 0]),
          ...(counts.get(id) ?? []),
        ]),
      })),
      share: counts.size / v3.operations.length,
    }),
  }
}

import { apis } from '../../contract/apis.ts'
import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'

/** The coverage of the contracts by requests. */
export interface Coverage {
  /** The operations of each API that was called; those of all served APIs where none was. */
  readonly operations: readonly OperationCoverage[]
  /** The share of these operations that answered at least once, from 0 to 1. */
  readonly share: number
}

/** The coverage of one operation. */
export interface OperationCoverage {
  readonly api: ApiName
  readonly operation: OperationId
  /** The number of responses by status: for each status of the contract, and each other one that occurred. */
  readonly statuses: Readonly<Record<number, number>>
}

/** A counter of responses by operation and status. */
export interface CoverageCounter {
  count(api: ApiName, operation: OperationId, status: number): void
  read(): Coverage
}

/** Creates a counter for the served APIs, which starts at zero. */
export function createCoverageCounter(served: readonly ApiName[]): CoverageCounter {
  const counts = new Map<ApiName, Map<OperationId, Map<number, number>>>()
  return {
    count(api, operation, status) {
      const ofApi = counts.get(api) ?? new Map<OperationId, Map<number, number>>()
      counts.set(api, ofApi)
      const statuses = ofApi.get(operation) ?? new Map<number, number>()
      ofApi.set(operation, statuses)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    },
    read() {
      const called = served.filter((api) => counts.has(api))
      const operations = (called.length > 0 ? called : served).flatMap((api) =>
        apis[api].operations.map(({ id, statuses }) => ({
          api,
          operation: id,
          statuses: Object.fromEntries([
            ...statuses.map((status) => [status, 0]),
            ...(counts.get(api)?.get(id) ?? []),
          ]),
        })),
      )
      const answered = [...counts.values()].reduce((sum, { size }) => sum + size, 0)
      return { operations, share: answered / operations.length }
    },
  }
}

import { apis } from '../../contract/apis.ts'
import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'

/** What of the contracts was exercised. */
export interface Coverage {
  /** Those of each API that was called; of all that are served where none was. */
  readonly operations: readonly OperationCoverage[]
  /** Operations that answered at least once, of all of these, 0 to 1. */
  readonly share: number
}

/** What was exercised of one operation. */
export interface OperationCoverage {
  readonly api: ApiName
  readonly operation: OperationId
  /** Each status that the contract states for it, and each other one that was answered, with how often. */
  readonly statuses: Readonly<Record<number, number>>
}

/** Counts what is answered. */
export interface CoverageCounter {
  count(api: ApiName, operation: OperationId, status: number): void
  read(): Coverage
}

/** A counter of the APIs that are served, which starts at nothing. */
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

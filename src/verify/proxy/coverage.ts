import type { OperationId } from '../../contract/operation-contract.ts'

/** What the traffic covered: statuses of operations, and requests that are none of them. */
export interface Coverage {
  add(operation: OperationId, status: string): void
  addUnknown(method: string, path: string): void
  statusesOf(operation: OperationId): Readonly<Record<string, number>> | undefined
  readonly unknown: readonly UnknownRequest[]
}

/** Requests that are no operation of the contract; numbers in their paths are written as `#`. */
export interface UnknownRequest {
  readonly request: string
  readonly times: number
}

/** So many paths are counted one by one; what comes after them is counted together. */
const mostUnknown = 100
const further = 'others'

export function createCoverage(): Coverage {
  const statuses = new Map<OperationId, Map<string, number>>()
  const unknown = new Map<string, number>()
  return {
    add(operation, status) {
      const known = statuses.get(operation) ?? new Map<string, number>()
      statuses.set(operation, known.set(status, (known.get(status) ?? 0) + 1))
    },
    addUnknown(method, path) {
      const request = `${method} ${path.replace(/\d+/g, '#').slice(0, 200)}`
      const isKept = unknown.has(request) || unknown.size < mostUnknown
      const key = isKept ? request : further
      unknown.set(key, (unknown.get(key) ?? 0) + 1)
    },
    statusesOf(operation) {
      const known = statuses.get(operation)
      return known && Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1)))
    },
    get unknown() {
      return [...unknown].map(([request, times]) => ({ request, times }))
    },
  }
}

import type { OperationId } from '../../contract/operation-contract.ts'
import type { Contract } from '../contract/contract.ts'
import { failureKey, type Result, type Summary } from '../results.ts'
import { hasPassed, type Tally, totalsOf } from '../run/summarize.ts'

export interface TrafficSummary extends Summary {
  /** The requests without an operation of the contract. */
  readonly unknownRequests: readonly UnknownRequest[]
}

/** The aspects that can be checked without sending requests. */
const watched = new Set([
  'status',
  'media-type',
  'schema',
  'schema:values',
  'pagination:headers',
  'pagination:links',
  'order',
  'order_by',
  'sort',
])
const isWatched = (aspect: string) => watched.has(aspect) || aspect.startsWith('parameter:')

/** The number of failures that are kept with their exchanges, since a proxy can run for long. */
const MAX_FAILURES = 500

/** A tally of traffic. */
interface BoundedTally extends Tally {
  /** Whether a failure with this cause occurred before, or no more causes are kept. */
  hasMet(cause: string): boolean
}

/**
 * Makes a tally that keeps one failure of each cause at each place, and counts the others, since traffic can repeat
 * them for days.
 */
export function boundedTally(tally: Tally): BoundedTally {
  const kept = new Set<string>()
  const times = new Map<string, number>()
  const isFull = () => kept.size >= MAX_FAILURES
  return {
    ...tally,
    hasMet: (cause) => times.has(cause) || isFull(),
    get failures() {
      return tally.failures.map((one) => ({ ...one, times: times.get(one.cause) ?? 1 }))
    },
    add(result: Result) {
      const { verdict, cause } = result
      if (verdict !== 'failed' || cause === undefined) return tally.add(result)
      if (!times.has(cause) && isFull()) return
      times.set(cause, (times.get(cause) ?? 0) + 1)
      const key = failureKey(result)
      if (kept.has(key) || isFull()) return
      kept.add(key)
      tally.add(result)
    },
  }
}

export function summarizeTraffic(
  { operations: known }: Contract,
  tally: Tally,
  coverage: Coverage,
): Omit<TrafficSummary, 'api' | 'url' | 'startedAt' | 'requests' | 'duration'> {
  const operations = tally
    .operations(known, () => 'no such request came through the proxy')
    .map((operation) => {
      const statuses = coverage.statusesOf(operation.operation)
      const aspects = operation.aspects.filter(({ aspect }) => isWatched(aspect))
      return { ...operation, aspects, ...(statuses ? { statuses } : {}) }
    })
  const totals = totalsOf(operations)
  const { failures } = tally
  return {
    failures,
    isPassed: hasPassed(totals, failures),
    totals,
    operations,
    stories: [],
    leftBehind: [],
    wasInterrupted: false,
    unknownRequests: coverage.unknown,
  }
}

/** The coverage of the traffic: statuses of operations, and unknown requests. */
export interface Coverage {
  add(operation: OperationId, status: string): void
  addUnknown(method: string, path: string): void
  statusesOf(operation: OperationId): Readonly<Record<string, number>> | undefined
  readonly unknown: readonly UnknownRequest[]
}

/** Requests without an operation of the contract; numbers in their paths are replaced by `#`. */
export interface UnknownRequest {
  readonly request: string
  readonly times: number
}

/** The number of paths that are counted separately; further ones are counted together. */
const MAX_UNKNOWN_REQUESTS = 100
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
      const isKept = unknown.has(request) || unknown.size < MAX_UNKNOWN_REQUESTS
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

/** Formats the operations of the traffic and their statuses for a terminal. */
export function coverageText({ operations, unknownRequests }: TrafficSummary): string {
  const rows = operations.flatMap(({ method, path, operation, statuses }) => {
    if (!statuses) return []
    const counts = Object.entries(statuses).map(([status, times]) => `${status} ×${times}`)
    return [[`${method} ${path}`, operation, counts.join(', ')] as const]
  })
  const head = `The traffic covered ${rows.length} of ${operations.length} operations.`
  const unknown = unknownRequests.map(({ request, times }) => `  ${request} ×${times}`)
  return [
    head,
    ...columns(rows),
    ...(unknown.length > 0 ? ['Requests that are no operation of the contract:', ...unknown] : []),
    '',
  ].join('\n')
}

type Row = readonly [request: string, operation: string, counts: string]

function columns(rows: readonly Row[]): string[] {
  const width = (column: 0 | 1) => Math.max(0, ...rows.map((row) => row[column].length))
  const [first, second] = [width(0), width(1)]
  return rows.map(
    ([request, operation, counts]) =>
      `  ${request.padEnd(first)}  ${operation.padEnd(second)}  ${counts}`,
  )
}

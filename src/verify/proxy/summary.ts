import type { Contract } from '../contract/contract.ts'
import { failureKey, type Result, type Summary } from '../results.ts'
import { hasPassed, type Tally, totalsOf } from '../run/summarize.ts'
import type { Coverage, UnknownRequest } from './coverage.ts'

export interface TrafficSummary extends Summary {
  /** Requests that are no operation of the contract. */
  readonly unknownRequests: readonly UnknownRequest[]
}

/** What can be checked without sending anything. */
const watched = new Set([
  'status',
  'media-type',
  'schema',
  'pagination:headers',
  'pagination:links',
])

/** So many failures are kept with their exchanges: a proxy runs for as long as it is wanted. */
const mostFailures = 500

/** A tally that keeps one failure of each cause at each place: the traffic may repeat it for days. */
export function boundedTally(tally: Tally): Tally {
  const kept = new Set<string>()
  return {
    ...tally,
    get failures() {
      return tally.failures
    },
    add(result: Result) {
      if (result.verdict !== 'failed') return tally.add(result)
      const key = `${failureKey(result)} | ${result.cause}`
      if (kept.has(key) || kept.size >= mostFailures) return
      kept.add(key)
      tally.add(result)
    },
  }
}

export function summarizeTraffic(
  { operations: known }: Contract,
  tally: Tally,
  coverage: Coverage,
): Omit<TrafficSummary, 'url' | 'requests' | 'duration'> {
  const operations = tally
    .operations(known, 'no such request came through the proxy')
    .map((operation) => {
      const statuses = coverage.statusesOf(operation.operation)
      const aspects = operation.aspects.filter(({ aspect }) => watched.has(aspect))
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

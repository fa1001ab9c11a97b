import type { TrafficSummary } from './summary.ts'

/** Which operations the traffic called, and with which statuses they were answered, for a terminal. */
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

import type { Coverage, OperationCoverage } from '../../forge/control.ts'

/** How often each status was answered, by operation; what was not exercised is left out. */
export type Exercised = Readonly<Record<string, Readonly<Record<number, number>>>>

/** What of a coverage was exercised: small enough to go with each test. */
export function exercisedIn({ operations }: Coverage): Exercised {
  return Object.fromEntries(
    operations.flatMap(({ operation, statuses }) => {
      const answered = Object.entries(statuses).filter(([, count]) => count > 0)
      return answered.length === 0 ? [] : [[operation, Object.fromEntries(answered)] as const]
    }),
  )
}

/** A coverage in which nothing was exercised, with what was, of any number of tests. */
export function coverageWith(nothing: Coverage, parts: readonly Exercised[]): Coverage {
  const operations = nothing.operations.map(({ operation, statuses }): OperationCoverage => {
    const sums: Record<number, number> = { ...statuses }
    for (const part of parts) {
      for (const [status, count] of Object.entries(part[operation] ?? {})) {
        sums[Number(status)] = (sums[Number(status)] ?? 0) + count
      }
    }
    return { operation, statuses: sums }
  })
  const exercised = operations.filter(isExercised).length
  return { operations, share: exercised / operations.length }
}

/** Whether an operation answered at all. */
function isExercised({ statuses }: OperationCoverage): boolean {
  return Object.values(statuses).some((count) => count > 0)
}

/** Which operations are printed: those that were exercised, all, or none. */
export type ListedOperations = 'exercised' | 'all' | 'none'

/**
 * A coverage as lines:
 *
 *   API of the forge: 2 of 152 operations exercised (1.3%)
 *     createIssue  201 ×3  404 ×1  (not 400, 401)
 *     getIssue     200 ×6  (not 401, 404)
 */
export function coverageLines({ operations, share }: Coverage, listed: ListedOperations): string[] {
  const exercised = operations.filter(isExercised)
  const shown = { exercised, all: operations, none: [] }[listed]
  const width = Math.max(0, ...shown.map(({ operation }) => operation.length))
  return [
    `API of the forge: ${exercised.length} of ${operations.length} operations exercised (${percent(share)})`,
    ...shown.map((one) => `  ${one.operation.padEnd(width)}  ${statusesInLine(one)}`),
  ]
}

function statusesInLine({ statuses }: OperationCoverage): string {
  const all = Object.entries(statuses)
  const answered = all.filter(([, count]) => count > 0)
  const missing = all.filter(([, count]) => count === 0).map(([status]) => status)
  return [
    ...answered.map(([status, count]) => `${status} ×${count}`),
    ...(missing.length === 0 ? [] : [`(not ${missing.join(', ')})`]),
  ].join('  ')
}

/** A share as a percentage with one digit; never rounded up to a threshold that is not met. */
export function percent(share: number): string {
  return `${(Math.floor(share * 1000 + 1e-9) / 10).toFixed(1)}%`
}

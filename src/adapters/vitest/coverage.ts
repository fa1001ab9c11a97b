import type { Coverage, OperationCoverage } from '../../forge/control.ts'

/**
 * The number of responses by status, for each API and operation (`v4 getUser`); operations without any are left out.
 */
export type Exercised = Readonly<Record<string, Readonly<Record<number, number>>>>

/** Reduces a coverage to the exercised operations: small enough for the metadata of each test. */
export function exercisedIn({ operations }: Coverage): Exercised {
  return Object.fromEntries(
    operations.flatMap(({ api, operation, statuses }) => {
      const answered = Object.entries(statuses).filter(([, count]) => count > 0)
      return answered.length === 0
        ? []
        : [[`${api} ${operation}`, Object.fromEntries(answered)] as const]
    }),
  )
}

/**
 * Adds up the coverage of tests on top of an empty one. Only the APIs that the tests called are listed, or all where
 * they called none.
 */
export function coverageWith(nothing: Coverage, parts: readonly Exercised[]): Coverage {
  const sumsOf = ({ api, operation, statuses }: OperationCoverage): OperationCoverage => {
    const sums: Record<number, number> = { ...statuses }
    for (const part of parts) {
      for (const [status, count] of Object.entries(part[`${api} ${operation}`] ?? {})) {
        sums[Number(status)] = (sums[Number(status)] ?? 0) + count
      }
    }
    return { api, operation, statuses: sums }
  }
  const all = nothing.operations.map(sumsOf)
  const called = new Set(all.filter(isExercised).map(({ api }) => api))
  const operations = called.size === 0 ? all : all.filter(({ api }) => called.has(api))
  const exercised = operations.filter(isExercised).length
  return { operations, share: exercised / operations.length }
}

/** Whether an operation was exercised. */
function isExercised({ statuses }: OperationCoverage): boolean {
  return Object.values(statuses).some((count) => count > 0)
}

/** The operations that are printed: the exercised ones, all, or none. */
export type ListedOperations = 'exercised' | 'all' | 'none'

/**
 * Formats a coverage:
 *
 *   API of the forge: 2 of 200 operations exercised (1.0%)
 *     createIssue  201 ×3  404 ×1  (not 400, 401)
 *     getIssue     200 ×6  (not 401, 404)
 */
export function coverageLines({ operations, share }: Coverage, listed: ListedOperations): string[] {
  const exercised = operations.filter(isExercised)
  const shown = { exercised, all: operations, none: [] }[listed]
  const isOfOne = new Set(operations.map(({ api }) => api)).size === 1
  const nameOf = ({ api, operation }: OperationCoverage) =>
    isOfOne ? operation : `${api} ${operation}`
  const width = Math.max(0, ...shown.map((one) => nameOf(one).length))
  return [
    `API of the forge: ${exercised.length} of ${operations.length} operations exercised (${percent(share)})`,
    ...shown.map((one) => `  ${nameOf(one).padEnd(width)}  ${statusesInLine(one)}`),
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

/** Formats a share as a percentage with one decimal; never rounds up to a threshold that was missed. */
export function percent(share: number): string {
  return `${(Math.floor(share * 1000 + 1e-9) / 10).toFixed(1)}%`
}

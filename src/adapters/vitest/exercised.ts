import type { Coverage, OperationCoverage } from '../../forge/control.ts'

/** How often each status was answered, by operation; what was not exercised is left out. */
export type Exercised = Readonly<Record<string, Readonly<Record<number, number>>>>

/** What of a coverage was exercised: small enough to be told of each test. */
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
export function isExercised({ statuses }: OperationCoverage): boolean {
  return Object.values(statuses).some((count) => count > 0)
}

import { type AspectSummary, failureKey, type SinceEarlier, type Summary } from '../results.ts'

/** Returns the keys of all failures without duplicates. */
export function keysOf({ failures }: Pick<Summary, 'failures'>): string[] {
  const all = failures.flatMap(({ result, others }) => [result, ...others])
  return [...new Set(all.map(failureKey))].sort()
}

/** The tested aspects of a run, and the keys of its failures. */
interface Judged {
  readonly keys: readonly string[]
  readonly operations: readonly {
    readonly operation: string
    readonly aspects: readonly Pick<AspectSummary, 'aspect' | 'checks'>[]
  }[]
}

/**
 * Compares the failures of an earlier run, by the keys that `readBaseline` reads from its report. One is gone where its
 * aspect was tested and did not fail in that way.
 */
export function sinceEarlier(
  { keys, operations }: Judged,
  earlier: readonly string[],
): SinceEarlier {
  const before = new Set(earlier)
  const now = new Set(keys)
  const tested = operations.flatMap(({ operation, aspects }) =>
    aspects.flatMap(({ aspect, checks }) => (checks > 0 ? `${operation} | ${aspect} | ` : [])),
  )
  const isTested = (key: string) => tested.some((start) => key.startsWith(start))
  const missing = earlier.filter((key) => !now.has(key))
  return {
    new: keys.filter((key) => !before.has(key)),
    stillThere: keys.filter((key) => before.has(key)),
    gone: missing.filter(isTested),
    notTested: missing.filter((key) => !isTested(key)),
  }
}

/**
 * Adds the comparison with an earlier run to a summary, by the keys that `readBaseline` reads from its report.
 *
 * @example
 * const { sinceEarlier } = compareWith(summary, readBaseline(readFileSync('verify.json', 'utf8')))
 */
export function compareWith(summary: Summary, earlier: readonly string[]): Summary {
  const { operations } = summary
  return { ...summary, sinceEarlier: sinceEarlier({ keys: keysOf(summary), operations }, earlier) }
}

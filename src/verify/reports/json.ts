import { z } from 'zod'
import { outcomeOf, outcomes, type Summary, scopeOf } from '../results.ts'
import { keysOf } from './since-earlier.ts'

/** Names what the file is, so that a baseline is never read from another kind of file. */
const format = 'forgery-verify-report'
const formatVersion = 2

/**
 * The summary as a JSON document: `{ format, version, baseline, outcome, scope?, …summary }`. `baseline` holds the key
 * of every failure, which is what `--baseline` compares with.
 */
export function jsonReport(summary: Summary): string {
  const baseline = keysOf(summary)
  const scope = scopeOf(summary)
  const report = {
    format,
    version: formatVersion,
    baseline,
    outcome: outcomeOf(summary),
    ...(scope ? { scope } : {}),
    ...summary,
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

/**
 * The failures that an earlier report names, as `failureKey` writes them: the option `baseline` of
 * `verify`.
 *
 * @throws {Error} where the text is not a report of `forgery verify`, or of a newer version.
 */
export function readBaseline(text: string): readonly string[] {
  return readReport(text).baseline
}

/** What later runs need to know of a run. */
const earlierReport = z.object({
  baseline: z.array(z.string()),
  url: z.string(),
  startedAt: z.iso.datetime(),
  outcome: z.enum(outcomes),
  totals: z.object({ passed: z.number(), failed: z.number() }),
  operations: z.array(
    z.object({
      operation: z.string(),
      aspects: z.array(z.object({ aspect: z.string(), checks: z.number() })),
    }),
  ),
})

/** A run as its JSON report has it. */
export type EarlierReport = z.infer<typeof earlierReport>

/**
 * Reads a JSON report of `forgery verify`.
 *
 * @throws {Error} where the text is none, or of another version.
 */
export function readReport(text: string): EarlierReport {
  const report = parseObject(text)
  if (report.format !== format) throw new Error('it is not a JSON report of `forgery verify`')
  if (report.version !== formatVersion) {
    throw new Error(
      `it is a report of version ${String(report.version)}; ${formatVersion} is known`,
    )
  }
  const { success, data, error } = earlierReport.safeParse(report)
  if (success) return data
  throw new Error(`its \`${String(error.issues[0]?.path[0])}\` is missing or damaged`)
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {}
  throw new Error('it is not JSON')
}

import { z } from 'zod'
import { outcomeOf, outcomes, type Summary, scopeOf } from '../results.ts'
import { keysOf } from './since-earlier.ts'

/** Identifies the format, so that no other kind of file is read as a baseline. */
const format = 'forgery-verify-report'
const formatVersion = 2

/**
 * Formats the summary as a JSON document: `{ format, version, baseline, outcome, scope?, …summary }`. `baseline` has
 * the keys of all failures, which `--baseline` compares with.
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
 * Reads the failures of an earlier report by key, for the option `baseline` of `verify`.
 *
 * @throws {Error} where the text is not a report of `forgery verify`, or of a newer version.
 */
export function readBaseline(text: string): readonly string[] {
  return readReport(text).baseline
}

/** The parts of a report that later runs need. */
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

/** An earlier run, from its JSON report. */
export type EarlierReport = z.infer<typeof earlierReport>

/**
 * Parses a JSON report of `forgery verify`.
 *
 * @throws {Error} where the text is malformed, or of another version.
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

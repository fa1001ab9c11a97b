import { type Failure, failureKey, type Summary, scopeOf } from '../results.ts'

/** Names what the file is, so that a baseline is never read from another kind of file. */
const format = 'forgery-verify-report'
const formatVersion = 1

/**
 * The summary as a JSON document: `{ format, version, baseline, scope?, …summary }`. `baseline` holds the key
 * of every failure, which is what `--baseline` compares with.
 */
export function jsonReport(summary: Summary): string {
  const baseline = keysOf(summary.failures)
  const scope = scopeOf(summary)
  const report = {
    format,
    version: formatVersion,
    baseline,
    ...(scope ? { scope } : {}),
    ...summary,
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

function keysOf(failures: readonly Failure[]): string[] {
  const all = failures.flatMap(({ result, others }) => [result, ...others])
  return [...new Set(all.map(failureKey))].sort()
}

/**
 * The failures that an earlier report names, as `failureKey` writes them: the option `baseline` of
 * `verify`.
 *
 * @throws {Error} where the text is not a report of `forgery verify`, or of a newer version.
 */
export function readBaseline(text: string): readonly string[] {
  const report = parseObject(text)
  if (report.format !== format) throw new Error('it is not a JSON report of `forgery verify`')
  if (report.version !== formatVersion) {
    throw new Error(
      `it is a report of version ${String(report.version)}; ${formatVersion} is known`,
    )
  }
  const { baseline } = report
  const isReadable = Array.isArray(baseline) && baseline.every((key) => typeof key === 'string')
  if (!isReadable) throw new Error('its list `baseline` is missing or damaged')
  return baseline
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {}
  throw new Error('it is not JSON')
}

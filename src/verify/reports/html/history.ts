import { Markup, markup } from '../../../shared/markup.ts'
import type { EarlierReport } from '../json.ts'
import { sinceEarlier } from '../since-earlier.ts'
import { style } from './style.ts'

/**
 * Formats several runs as a self-contained HTML page: a row for each run, and each failure with the runs in which it
 * occurred. The oldest run is on the left.
 *
 * @example
 * const reports = files.map((file) => readReport(readFileSync(file, 'utf8')))
 * writeFileSync('history.html', historyReport(reports))
 */
export function historyReport(reports: readonly EarlierReport[]): string {
  const runs = reports.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
  const urls = [...new Set(runs.map(({ url }) => url))]
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${runs.length} runs of forgery verify</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<header><h1>${runs.length} runs of forgery verify</h1><p class="soft">${urls.join(', ')}</p></header>
<main>
<h2>Runs</h2>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Begun</th><th scope="col">Outcome</th><th scope="col">Passed</th><th scope="col">Failed</th><th scope="col">New</th><th scope="col">Gone</th></tr></thead>
<tbody>${runs.map((run, index) => runRow(run, runs[index - 1]))}</tbody>
</table></div>
<h2>Failures</h2>
${failureTable(runs)}
</main>
</body>
</html>
`
  return page.text
}

/** Formats a time as `2026-03-01 12:00`, in UTC. */
const timeOf = ({ startedAt }: EarlierReport) => startedAt.slice(0, 16).replace('T', ' ')

function runRow(run: EarlierReport, before: EarlierReport | undefined): Markup {
  const { outcome, totals } = run
  const since = before && sinceEarlier({ ...run, keys: run.baseline }, before.baseline)
  const mark = outcome === 'passed' ? 'passed' : 'failed'
  return markup`<tr><th scope="row">${timeOf(run)}</th><td class="${mark}">${outcome}</td><td>${totals.passed}</td><td>${totals.failed}</td><td>${since?.new.length ?? '–'}</td><td>${since?.gone.length ?? '–'}</td></tr>
`
}

function failureTable(runs: readonly EarlierReport[]): Markup {
  const keys = [...new Set(runs.flatMap(({ baseline }) => baseline))].sort()
  if (keys.length === 0) return markup`<p>Nothing failed.</p>`
  return markup`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Failure</th>${runs.map((run) => markup`<th scope="col">${timeOf(run)}</th>`)}</tr></thead>
<tbody>${keys.map(
    (
      key,
    ) => markup`<tr><th scope="row"><code>${key}</code></th>${runs.map((run) => mark(run, key))}</tr>
`,
  )}</tbody>
</table></div>
`
}

/** Marks whether a failure occurred in a run, did not occur, or was not tested. */
function mark(run: EarlierReport, key: string): Markup {
  if (run.baseline.includes(key)) return markup`<td class="failed">✗ failed</td>`
  const { gone } = sinceEarlier({ ...run, keys: [] }, [key])
  return gone.length > 0
    ? markup`<td class="passed">✓ not seen</td>`
    : markup`<td class="untested">· not tested</td>`
}

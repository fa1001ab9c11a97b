import { type Colours, noColours } from '../../shared/colours.ts'
import { visibleText } from '../../shared/visible-text.ts'
import type {
  AspectSummary,
  Failure,
  LeftBehind,
  OperationSummary,
  SinceEarlier,
  Summary,
  Verdict,
} from '../results.ts'
import { type Outcome, outcomeOf, scopeOf, verdicts } from '../results.ts'
import { moreOf, otherPlaces } from './describe-failure.ts'
import { differenceOf } from './difference.ts'
import { groupByResource } from './resources.ts'

/** Formats the summary for a terminal: every failure by its cause, a table by resource, and the totals. */
export function textReport(raw: Summary, colours: Colours = noColours): string {
  const summary = visible(raw)
  const sections = [
    summary.failures.map((failure) => failureText(failure, colours)).join('\n\n'),
    asReleasedText(summary.operations, colours),
    coverageTable(summary.operations, colours),
    reasonsText('not tested', 'Not tested', summary.operations, colours),
    leftBehindText(summary.leftBehind, colours),
    sinceEarlierText(summary.sinceEarlier, colours),
    totalsText(summary, colours),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

/** Makes all texts printable, since names, reasons and values come from the server. */
function visible<T>(value: T): T
function visible(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(visible)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visible(inner)]))
}

/** The number of writes before a failure that are shown on a terminal; other reports have all that were kept. */
const MAX_BEFORE = 3

function failureText(failure: Failure, colours: Colours): string {
  const { result } = failure
  const { operation, aspect, rule, source, expected, received, exchanges, isInBaseline } = result
  const { severity, place, before } = result
  const more = moreOf(failure)
  const known = isInBaseline ? colours.dim('  in the baseline') : ''
  const line = (name: string, text: string | undefined) =>
    text === undefined ? [] : [`  ${colours.dim(name.padEnd(9))} ${indent(text)}`]
  return [
    `${colours.red('FAILED')} ${colours.bold(operation)} ${aspect}${colours.dim(severity ? `  ${severity}` : '')}${colours.dim(more === '' ? '' : `  ${more}`)}${known}`,
    ...line('rule', rule),
    ...line('stated in', place),
    ...line('expected', expected),
    ...line('received', received),
    ...line('differs', differenceOf(expected, received)),
    ...line('called by', exchanges?.at(-1)?.caller),
    ...line('after', before?.slice(-MAX_BEFORE).join('\n') || undefined),
    ...line('seen by', source),
    ...line('also at', alsoAt(failure)),
    ...line('try', exchanges?.at(-1)?.curl),
  ].join('\n')
}

/** Lists at most a handful of places, since a cause can occur at every operation. */
function alsoAt({ result, others }: Failure): string | undefined {
  const places = otherPlaces(result, others)
  if (places.length === 0) return undefined
  const shown = places.slice(0, 5).join(', ')
  return places.length > 5 ? `${shown} and ${places.length - 5} more` : shown
}

function indent(text: string): string {
  return text.trimEnd().replaceAll('\n', `\n${' '.repeat(12)}`)
}

function asReleasedText(operations: readonly OperationSummary[], colours: Colours): string {
  const lines = operations.flatMap(({ operation, aspects }) =>
    aspects
      .filter(({ verdict }) => verdict === 'as released')
      .map(({ aspect, reason = '' }) => `  ${operation} ${aspect}: ${reason}`),
  )
  if (lines.length === 0) return ''
  return [colours.bold('As released: as GitLab 8.15 itself answered'), ...lines].join('\n')
}

/** Shows the number of aspects of each resource with each verdict. */
function coverageTable(operations: readonly OperationSummary[], colours: Colours): string {
  const head = ['Resource', 'operations', ...verdicts]
  const rows = [...groupByResource(operations)].map(([resource, found]) => {
    const aspects = found.flatMap((operation) => operation.aspects)
    const counts = verdicts.map((verdict) => count(aspects, verdict))
    return [resource, found.length, ...counts].map(String)
  })
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const align = (row: readonly string[]) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
  const failedColumn = head.indexOf('failed')
  const write = (row: readonly string[]) =>
    align(row)
      .map((cell, column) =>
        column === failedColumn && /[1-9]/.test(cell) ? colours.red(cell) : cell,
      )
      .join('  ')
  return [colours.bold(align(head).join('  ')), ...rows.map(write)].join('\n')
}

function count(aspects: readonly AspectSummary[], verdict: Verdict): number {
  return aspects.filter((one) => one.verdict === verdict).length
}

/** Lists the reasons of a verdict, the most frequent first. */
function reasonsText(
  verdict: Verdict,
  title: string,
  operations: readonly OperationSummary[],
  colours: Colours,
): string {
  const counts = new Map<string, number>()
  for (const aspect of operations.flatMap(({ aspects }) => aspects)) {
    if (aspect.verdict !== verdict) continue
    const reason = aspect.reason ?? 'no reason was given'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  if (counts.size === 0) return ''
  const rows = [...counts].sort(([, a], [, b]) => b - a)
  return [
    colours.bold(title),
    ...rows.map(([reason, number]) => `${String(number).padStart(6)}  ${reason}`),
  ].join('\n')
}

function leftBehindText(leftBehind: readonly LeftBehind[], colours: Colours): string {
  if (leftBehind.length === 0) return ''
  const lines = leftBehind.map(({ kind, name, reason }) => `  ${kind} ${name}: ${reason}`)
  return [
    colours.yellow('Left on the server, since it could not be removed or put back'),
    ...lines,
  ].join('\n')
}

/** Lists the failures of an earlier run that are gone, and the new ones, by key. */
function sinceEarlierText(since: SinceEarlier | undefined, colours: Colours): string {
  if (!since) return ''
  const list = (sign: string, keys: readonly string[]) => keys.map((key) => `  ${sign} ${key}`)
  const counts = [
    `${since.new.length} new`,
    `${since.stillThere.length} still there`,
    `${since.gone.length} gone`,
    ...(since.notTested.length > 0 ? [`${since.notTested.length} not tested`] : []),
  ]
  return [
    colours.bold(`Since the earlier report: ${counts.join(', ')}`),
    ...list('+', since.new),
    ...list('-', since.gone),
  ].join('\n')
}

const outcomePaints = {
  passed: 'green',
  failed: 'red',
  interrupted: 'yellow',
  unreachable: 'red',
  'not tested': 'yellow',
} as const satisfies Record<Outcome, keyof Colours>

function totalsText(summary: Summary, colours: Colours): string {
  const { operations, totals, requests, duration } = summary
  const counts = verdicts
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => `${number(totals[verdict])} ${verdict}`)
  const aspects = Object.values(totals).reduce((sum, one) => sum + one, 0)
  const outcome = outcomeOf(summary)
  return [
    `${colours[outcomePaints[outcome]](outcome.toUpperCase())}  ${summary.url}`,
    ...(summary.unreachable === undefined
      ? []
      : [`It could not be reached: ${summary.unreachable}`]),
    `${number(operations.length)} operations, ${number(aspects)} aspects: ${counts.join(', ')}`,
    `${number(requests)} requests in ${(duration / 1000).toFixed(1)} s`,
    ...[scopeOf(summary) ?? []].flat(),
  ].join('\n')
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

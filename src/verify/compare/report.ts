import { type Colours, noColours } from '../../shared/colours.ts'
import { visibleText } from '../../shared/visible-text.ts'
import type { Step } from '../reproduction/history.ts'
import type { ComparedDifference, ComparisonSummary, OpenDifference } from './options.ts'

/** Formats the result of a comparison for a terminal: each difference with the shortest history that shows it. */
export function compareReport(summary: ComparisonSummary, colours: Colours = noColours): string {
  const { differences, open, leftBehind } = summary
  const sections = [
    ...differences.map((difference) => differenceText(difference, colours)),
    open.length === 0 ? '' : openText(open, colours),
    baselineText(summary, colours),
    leftBehind.length === 0
      ? ''
      : [
          colours.bold('Left behind'),
          ...leftBehind.map(
            ({ kind, name, reason }) => `  ${kind} ${visibleText(`${name}: ${reason}`)}`,
          ),
        ].join('\n'),
    totalsText(summary, colours),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function differenceText(difference: ComparedDifference, colours: Colours): string {
  const { operation, place, forge, server, history, seed, recordedFrom, wasSeenOnce } = difference
  return [
    `${colours.red('DIFFERS')} ${colours.bold(operation)} ${place}${wasSeenOnce ? ', which the same calls did not show again' : ''}`,
    `  ${colours.dim('Forgery  ')} ${valueText(forge)}`,
    `  ${colours.dim('server   ')} ${valueText(server)}`,
    recordedFrom === undefined
      ? `  ${colours.dim('seed     ')} ${seed}`
      : `  ${colours.dim('verify   ')} ${recordedFrom}`,
    `  ${colours.dim('calls')}`,
    ...history.map((step) => `    ${stepText(step)}`),
  ].join('\n')
}

/** Formats a step, such as `owner: updateIssue {"id":"<project1>"}`. */
export function stepText({ as, operation, parameters, credential, sudo }: Step): string {
  const ways = [credential, sudo === undefined ? undefined : `sudo ${sudo}`].filter((way) => way)
  const how = ways.length === 0 ? '' : ` (${ways.join(', ')})`
  return visibleText(`${as}${how}: ${operation} ${JSON.stringify(parameters)}`)
}

export function valueText(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return visibleText(text.length > 500 ? `${text.slice(0, 500)}…` : text)
}

function openText(open: readonly OpenDifference[], colours: Colours): string {
  return [
    colours.bold('Differs from Forgery, not from the contract'),
    ...open.flatMap(({ operation, place, forge, server, reason, count }) => [
      `  ${operation} ${place}${colours.dim(`, ${count} times: ${visibleText(reason)}`)}`,
      `    ${colours.dim('Forgery')} ${valueText(forge)} ${colours.dim('server')} ${valueText(server)}`,
    ]),
  ].join('\n')
}

function baselineText({ stillThere, gone }: ComparisonSummary, colours: Colours): string {
  return [
    ...(stillThere.length > 0 ? [`${colours.bold('Known')}  ${stillThere.join('\n       ')}`] : []),
    ...(gone.length > 0
      ? [`${colours.bold('Known, and not seen this time')}\n  ${gone.join('\n  ')}`]
      : []),
  ].join('\n')
}

function totalsText(summary: ComparisonSummary, colours: Colours): string {
  const { url, differences, open, histories, calls, requests, duration, seed, wasInterrupted } =
    summary
  const outcome =
    differences.length > 0
      ? colours.red('DIFFERENT')
      : wasInterrupted
        ? colours.red('INTERRUPTED')
        : colours.green('EQUAL')
  const seconds = (duration / 1000).toFixed(1)
  return [
    `${outcome}  ${url}`,
    `${histories} histories from seed ${seed}, ${calls} calls compared, ${requests} requests, ${seconds} s`,
    `${differences.length} differ from the contract, ${open.length} from Forgery alone`,
  ].join('\n')
}

/** Formats the summary as a JSON document, which the console opens: `{ format, version, …summary }`. */
export function jsonReport(summary: ComparisonSummary): string {
  return `${JSON.stringify({ format: 'forgery-compare-report', version: 1, ...summary }, null, 2)}\n`
}

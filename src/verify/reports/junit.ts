import { type Markup, markup } from '../../shared/markup.ts'
import {
  type AspectSummary,
  type OperationSummary,
  outcomeOf,
  type Result,
  type Summary,
  scopeOf,
  type Verdict,
} from '../results.ts'
import { describeWithScript } from './describe-failure.ts'
import { groupByResource } from './resources.ts'

/**
 * Formats the summary as JUnit XML for CI servers: a suite for each resource, a case for each aspect of an operation.
 * Responses as released pass with a description in `system-out`; aspects that are not tested or left open are skipped.
 * A run that ended early or tested nothing is an error of its own, and so are records left on the server.
 */
export function junitReport(summary: Summary): string {
  const resources = [...groupByResource(summary.operations)]
  const failures = failuresByAspect(summary)
  const suites = resources.map(([resource, operations]) => suite(resource, operations, failures))
  const { totals, duration } = summary
  const tests = Object.values(totals).reduce((sum, count) => sum + count, 0)
  const run = runSuite(summary)
  const errors = (summary.leftBehind.length > 0 ? 1 : 0) + (run === undefined ? 0 : 1)
  const document = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="forgery verify ${summary.url}" tests="${tests + errors}" failures="${totals.failed}" errors="${errors}" time="${seconds(duration)}">
${scopeProperty(summary)}${suites}${run}${leftBehindSuite(summary)}</testsuites>
`
  return document.text
}

function scopeProperty(summary: Summary): Markup {
  const scope = scopeOf(summary)
  if (scope === undefined) return markup``
  return markup`  <properties><property name="scope" value="${scope}"/></properties>
`
}

type FailuresByAspect = ReadonlyMap<string, readonly Result[]>
const keyOf = (operation: string, aspect: string) => `${operation} ${aspect}`

function failuresByAspect({ failures }: Summary): FailuresByAspect {
  const found = new Map<string, Result[]>()
  for (const result of failures.flatMap(({ result, others }) => [result, ...others])) {
    const key = keyOf(result.operation, result.aspect)
    found.set(key, [...(found.get(key) ?? []), result])
  }
  return found
}

function suite(
  resource: string,
  operations: readonly OperationSummary[],
  failures: FailuresByAspect,
): Markup {
  const aspects = operations.flatMap((operation) => operation.aspects)
  const count = (...verdicts: Verdict[]) =>
    aspects.filter(({ verdict }) => verdicts.includes(verdict)).length
  const cases = operations.flatMap((operation) =>
    operation.aspects.map((aspect) => testCase(operation, aspect, failures)),
  )
  return markup`  <testsuite name="${resource}" tests="${aspects.length}" failures="${count('failed')}" errors="0" skipped="${count('not tested', 'left open')}" time="0">
${cases}  </testsuite>
`
}

function testCase(
  { operation, resource, method, path }: OperationSummary,
  aspect: AspectSummary,
  failures: FailuresByAspect,
): Markup {
  const outcome = contentOf(aspect, failures.get(keyOf(operation, aspect.aspect)) ?? [])
  return markup`    <testcase classname="${resource}.${operation}" name="${aspect.aspect} (${method} ${path})" time="0">${outcome}</testcase>
`
}

function contentOf({ verdict, rule, reason }: AspectSummary, found: readonly Result[]): Markup {
  switch (verdict) {
    case 'passed':
      return markup``
    case 'failed':
      return markup`<failure message="${rule}" type="${found[0]?.severity ?? 'contract'}">${found.map(describeWithScript).join('\n\n')}</failure>`
    case 'as released':
      return markup`<system-out>as released: ${reason}</system-out>`
    case 'not tested':
    case 'left open':
      return markup`<skipped message="${verdict}: ${reason}"/>`
  }
}

/** Adds the outcome of the run, without which a server that nothing was tested on would be shown as passing. */
function runSuite(summary: Summary): Markup | undefined {
  switch (outcomeOf(summary)) {
    case 'interrupted':
      return runError('the run comes to its end', 'the run was interrupted', 'interruption')
    case 'unreachable': {
      const message = `the server could not be reached: ${summary.unreachable}`
      return runError('the run comes to its end', message, 'unreachable')
    }
    case 'not tested':
      return runError('the run checks something', 'no aspect was tested', 'not tested')
    case 'passed':
    case 'failed':
      return undefined
  }
}

function runError(name: string, message: string, type: string): Markup {
  return markup`  <testsuite name="Run" tests="1" failures="0" errors="1" skipped="0" time="0">
    <testcase classname="Run" name="${name}" time="0"><error message="${message}" type="${type}"/></testcase>
  </testsuite>
`
}

function leftBehindSuite({ leftBehind }: Summary): Markup {
  if (leftBehind.length === 0) return markup``
  const lines = leftBehind.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`)
  return markup`  <testsuite name="Clean-up" tests="1" failures="0" errors="1" skipped="0" time="0">
    <testcase classname="Clean-up" name="everything that was made is removed" time="0"><error message="${lines.length} left behind" type="clean-up">${lines.join('\n')}</error></testcase>
  </testsuite>
`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
